use super::redact;

/// Each text, and what is left of it.
fn check(cases: &[(&str, &str)]) {
    for (text, left) in cases {
        assert_eq!(redact(text), *left, "{text}");
    }
}

#[test]
fn passwords_are_taken_out_by_their_names() {
    check(&[
        ("ro password=hunter2 quiet", "ro password=[redacted] quiet"),
        ("rootpass=a wifi_psk=b", "rootpass=[redacted] wifi_psk=[redacted]"),
        ("PASSWORD=hunter2", "PASSWORD=[redacted]"),
        ("password=a,b=c;d", "password=[redacted]"),
        ("password=\"a b c\" quiet", "password=[redacted] quiet"),
        ("\"password=a b c\" quiet", "\"password=[redacted] quiet"),
        ("password='a b c' quiet", "password=[redacted] quiet"),
        ("password=\"a b c", "password=[redacted]"),
        (
            "inst.vnc.rootpw=x rd.luks.key=/k luks.passphrase=x",
            "inst.vnc.rootpw=[redacted] rd.luks.key=[redacted] luks.passphrase=[redacted]",
        ),
        ("ds=nocloud;seed=1;user_password=x", "ds=nocloud;seed=1;user_password=[redacted]"),
        ("systemd.set_credential=a:b", "systemd.set_credential=[redacted]"),
        (
            "init=/x -- --token abc -p 3 --auth-token=abc",
            "init=/x -- --token [redacted] -p 3 --auth-token=[redacted]",
        ),
        ("inst.ks=https://me:pw@host/a?b", "inst.ks=https://[redacted]"),
        ("inst.ks=http://host/ks?api_token=abc", "inst.ks=http://host/ks?api_token=[redacted]"),
        ("root=iscsi:me:pw@host::::iqn.2001-04.com.example:a", "root=iscsi:[redacted]"),
    ]);
}

/// A fault: headers and `pass:x` were kept.
#[test]
fn headers_and_values_behind_a_colon_are_taken_out() {
    check(&[
        ("Authorization: Bearer zzzz quiet", "Authorization: [redacted] [redacted] quiet"),
        ("-H \"Authorization: Bearer zzzz\" quiet", "-H \"Authorization:[redacted] quiet"),
        ("authorization:Basic=abc", "authorization:[redacted]"),
        ("Authorization: Basic abc quiet", "Authorization: [redacted] [redacted] quiet"),
        ("bearer abc quiet", "bearer [redacted] quiet"),
        ("bearer=abc", "bearer=[redacted]"),
        ("x=pass:bar quiet", "x=pass:[redacted] quiet"),
        ("X-Api-Key: abc", "X-Api-Key: [redacted]"),
        ("Basic Mitigation: usercopy", "Basic Mitigation: usercopy"),
    ]);
}

#[test]
fn uuids_are_taken_out() {
    check(&[
        ("root=UUID=6f3cae5b-9f4e-4b40-9c2d-7e2f3a1b4c5d ro", "root=UUID=[redacted] ro"),
        ("root=PARTUUID=1234abcd-02", "root=PARTUUID=[redacted]"),
        ("rd.luks.uuid=luks-6f3cae5b-9f4e-4b40-9c2d-7e2f3a1b4c5d", "rd.luks.uuid=[redacted]"),
        ("rd.md.uuid=3aaa0122:29827cfa:5331ad66:ca767371", "rd.md.uuid=[redacted]"),
        ("/dev/mapper/luks-6f3cae5b-9f4e-4b40-9c2d-7e2f3a1b4c5d", "/dev/mapper/luks-[redacted]"),
        ("x=3aaa0122:29827cfa:5331ad66:ca767371", "x=[redacted]"),
        ("x=Zl3GVA-R3kx-Ftde-JA5V-FfUL-zGxy-mVJJM2", "x=[redacted]"),
        ("systemd.machine_id=4b2f6c1d9e8a4f0b8c7d6e5f4a3b2c1d", "systemd.machine_id=[redacted]"),
        ("/media/me/1A2B-3C4D", "/media/me/[redacted]"),
        ("/dev/mapper/vg0-pvc--6f3cae5b--9f4e--4b40--9c2d--7e2f3a1b4c5d", "/dev/mapper/vg0-pvc--[redacted]"),
        (
            "/kubepods-besteffort-pod6f3cae5b_9f4e_4b40_9c2d_7e2f3a1b4c5d.slice",
            "/kubepods-besteffort-pod[redacted].slice",
        ),
        ("cryptdevice=UUID=6f3cae5b-9f4e-4b40-9c2d-7e2f3a1b4c5d:root", "cryptdevice=UUID=[redacted]"),
    ]);
}

#[test]
fn addresses_are_taken_out() {
    check(&[
        ("ip=192.168.1.2::192.168.1.1:255.255.255.0:box:eth0:none", "ip=[redacted]"),
        ("ip=dhcp", "ip=[redacted]"),
        ("netconsole=6665@10.0.0.1/eth0,6666@10.0.0.2/aa:bb:cc:dd:ee:ff", "netconsole=[redacted]"),
        ("a@10.0.0.2/aa:bb:cc:dd:ee:ff", "a@[redacted]/[redacted]"),
        ("BOOTIF=01-aa-bb-cc-dd-ee-ff", "BOOTIF=[redacted]"),
        ("x=01-aa-bb-cc-dd-ee-ff aabb.ccdd.eeff", "x=[redacted] [redacted]"),
        ("ifname=net0:AA:BB:CC:DD:EE:FF", "ifname=[redacted]"),
        ("x=80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:0e:a6:f1", "x=[redacted]"),
        ("10.1.2.3:/export", "[redacted]:/export"),
        ("rw,addr=10.1.2.3", "rw,addr=[redacted]"),
        ("mountaddr=fe80::1%eth0", "mountaddr=[redacted]%eth0"),
        ("[2001:db8::1]:/export x=[2001:db8:0:0:0:0:0:1]", "[[redacted]]:/export x=[[redacted]]"),
        ("x=2001:db8::1:eth0", "x=[redacted]:eth0"),
        ("x=::ffff:10.0.0.1 y=::1", "x=[redacted] y=[redacted]"),
        ("--addr 10.1.2.3:2024", "--addr [redacted]:2024"),
    ]);
}

#[test]
fn serial_numbers_are_taken_out() {
    check(&[
        ("root=/dev/disk/by-id/ata-Samsung_SSD_860_S3Z1NB0K123456A-part2", "root=/dev/disk/by-id/[redacted]"),
        ("/dev/disk/by-path/ip-10.0.0.1:3260-iscsi-iqn.a:b", "/dev/disk/by-path/[redacted]"),
        ("/dev/mapper/ata-WDC_WD10EZEX_WD-WCC3F123", "/dev/mapper/ata-WDC_WD10EZEX_[redacted]"),
        ("/dev/mapper/3600508b400105e210000900000490000", "/dev/mapper/[redacted]"),
        ("wwn-0x5000c500a1b2c3d4 naa.5000c500a1b2c3d4", "wwn-[redacted] naa.[redacted]"),
        (
            "g_mass_storage.iSerialNumber=12345 mac=aabbccddeeff",
            "g_mass_storage.iSerialNumber=[redacted] mac=[redacted]",
        ),
        ("\"serial\"=x", "\"serial\"=[redacted]"),
        ("androidboot.serialno=0123ABC", "androidboot.serialno=[redacted]"),
    ]);
}

/// What experiments are about stays as it is.
#[test]
fn settings_are_kept() {
    for text in [
        "BOOT_IMAGE=/boot/vmlinuz-6.8.0-45-generic root=/dev/mapper/vg0-root ro elevator=cfq quiet",
        "BOOT_IMAGE=(hd0,gpt2)/vmlinuz-6.11.3-200.fc40.x86_64 isolcpus=1000-1023 nohz_full=2-7",
        "spec_store_bypass_disable=on iommu.passthrough=1 ipv6.disable=1 vconsole.keymap=de nvme_core.multipath=Y usb-storage.delay_use=5",
        "root=LABEL=scratch resume=/dev/disk/by-label/swap_1 console=ttyS0,115200n8 memmap=4G!0x100000000",
        "usbcore.quirks=174c:55aa:u pci=0000:00:1f.6 rootflags=subvol=@ mem=18446744073709551615",
        "#45-Ubuntu SMP PREEMPT_DYNAMIC Fri Mar 1 12:34:56 UTC 2024",
        "Mitigation: Enhanced / Automatic IBRS; IBPB: conditional; RSB filling",
        "x86_64-linux-gnu-gcc-13 (Ubuntu 13.2.0-23ubuntu4) 13.2.0, GNU ld (GNU Binutils for Ubuntu) 2.42",
        "2.6.32.61",
        "2.6.32.61-smp",
        "1.2.3.4",
        "PLACE_LAG PLACE_DEADLINE_INITIAL NO_NEXT_BUDDY",
        "rw,relatime,ssd,discard=async,space_cache=v2,subvolid=256,subvol=/@home",
        "INTEL SSDPEKNW512G8",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn no_text_stops_it() {
    for text in
        ["", "=", "\"", "0x", "::", ":::", "é=ü", "password=", "--password", "://@", "disk/by-", "ata-_"]
    {
        redact(text);
    }
    redact(&"a:".repeat(1 << 16));
    redact(&"é1.".repeat(1 << 16));
}
