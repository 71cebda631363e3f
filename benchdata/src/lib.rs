//! Runoff's words as types.
