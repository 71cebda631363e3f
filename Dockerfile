# Runoff's server. It brings no Postgres: DATABASE_URL says where one is (docker-compose.yml).

FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    cargo build --release --locked --package server && \
    cp target/release/runoff-server /usr/local/bin/

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home runoff
COPY --from=build /usr/local/bin/runoff-server /usr/local/bin/
USER 10001
EXPOSE 7878
# bash speaks enough HTTP for this; curl and its libraries can stay out.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/7878 && printf 'GET /readyz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["runoff-server"]
CMD ["serve", "--listen", "0.0.0.0:7878"]
