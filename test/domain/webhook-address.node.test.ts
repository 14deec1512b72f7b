// Tests which addresses a webhook may be sent to: a table of what is refused, and of what is not.
import { describe, expect, it } from "vitest";
import { type AddressFault, findAddressFault } from "../../src/domain/company/webhook-address.ts";

const REFUSED: Readonly<Record<AddressFault, readonly string[]>> = {
  "address-literal": [
    ...[
      "https://127.0.0.1/",
      "https://127.1/",
      "https://127.0.1/",
      "https://0/",
      "https://0.0.0.0/",
      "https://2130706433/",
    ],
    ...[
      "https://0x7f000001/",
      "https://0x7f.0.0.1/",
      "https://0177.0.0.1/",
      "https://017700000001/",
      "https://127.0.0.1./",
    ],
    ...["https://10.0.0.1/", "https://10.1/", "https://172.16.0.1/", "https://192.168.0.1/", "https://192.168.257/"],
    ...[
      "https://169.254.169.254/latest/meta-data/",
      "https://2852039166/",
      "https://0xa9fea9fe/",
      "https://100.64.0.1/",
    ],
    ...[
      "https://8.8.8.8/",
      "https://224.0.0.1/",
      "https://255.255.255.255/",
      "https://192.0.2.1/",
      "https://198.18.0.1/",
    ],
    ...[
      "https://[::1]/",
      "https://[::]/",
      "https://[::ffff:127.0.0.1]/",
      "https://[::ffff:7f00:1]/",
      "https://[fe80::1]/",
    ],
    ...["https://[fd00::1]/", "https://[fc00::1]/", "https://[64:ff9b::7f00:1]/", "https://[2002:7f00:1::]/"],
    ...["https://[2606:4700::1111]/", "https://[::127.0.0.1]/", "https://%31%32%37.0.0.1/", "https://①②⑦.0.0.1/"],
    ...["https://１２７.０.０.１/", "https://127。0。0。1/", "https://127.0.0.1:443/", "https://127.0.0.1:8443/"],
  ],
  "private-name": [
    ...[
      "https://localhost/",
      "https://LOCALHOST/",
      "https://a.localhost/",
      "https://printer.local/",
      "https://db.internal/",
    ],
    ...[
      "https://metadata.google.internal/",
      "https://till.lan/",
      "https://nas.home/",
      "https://x.home.arpa/",
      "https://a.corp/",
    ],
    ...[
      "https://1.0.0.127.in-addr.arpa/",
      "https://a.test/",
      "https://a.example/",
      "https://a.invalid/",
      "https://abc.onion/",
    ],
    ...[
      "https://app.svc.cluster.local/",
      "https://app.consul/",
      "https://host.docker/",
      "https://host.docker.internal/",
    ],
    ...["https://127.0.0.1.nip.io/", "https://10-0-0-1.sslip.io/", "https://localtest.me/", "https://a.lvh.me/"],
    ...["https://7f000001.c0a80001.rbndr.us/", "https://make-127-0-0-1-rr.1u.ms/", "https://loc%61lhost/"],
  ],
  "not-https": [
    ...["http://hooks.example.com/", "http://127.0.0.1/", "ftp://hooks.example.com/", "file:///etc/passwd"],
    ...["gopher://hooks.example.com/", "data:text/plain,x", "javascript:alert(1)", "ws://hooks.example.com/"],
    ...["https:hooks.example.com", "https:/hooks.example.com", "https:///hooks.example.com"],
  ],
  credentials: [
    ...[
      "https://user@hooks.example.com/",
      "https://user:word@hooks.example.com/",
      "https://hooks.example.com@127.0.0.1/",
    ],
    ...["https://127.0.0.1@hooks.example.com/", "https://@hooks.example.com/", "https://:@hooks.example.com/"],
  ],
  port: [
    ...["https://hooks.example.com:22/", "https://hooks.example.com:80/", "https://hooks.example.com:25/"],
    ...["https://hooks.example.com:6379/", "https://hooks.example.com:8080/", "https://hooks.example.com:0/"],
  ],
  fragment: ["https://hooks.example.com/#a", "https://hooks.example.com#@127.0.0.1/"],
  "not-an-address": [
    ...[
      "",
      "hooks.example.com",
      "//hooks.example.com/",
      "https://",
      "https://hooks.example.com:99999/",
      "https://exa mple.com/",
    ],
    ...[" https://hooks.example.com/", "https://hooks.example.com/\n", "https://hooks.example.com\\@127.0.0.1/"],
    ...["https://hooks.exa\tmple.com/", "https://256.256.256.256/", "https://[::1/", "https://1.2.3.4.5/"],
  ],
  "not-a-public-name": [
    ...["https://intern/", "https://hooks.example.com./", "https://hooks_.example.com/", "https://-a.example.com/"],
    ...["https://a..example.com/", `https://${"a".repeat(64)}.com/`],
  ],
  "too-long": [`https://hooks.example.com/${"a".repeat(2_000)}`],
};

const ALLOWED = [
  ...[
    "https://hooks.example.com/",
    "https://hooks.example.com/a/b?token=c",
    "https://HOOKS.example.com",
    "https://a.co:8443/x",
  ],
  ...[
    "https://hooks.example.com:443/",
    "https://xn--caf-dma.example.com/",
    "https://café.example.com/",
    "https://127.example.com/",
  ],
  ...[
    "https://localhost.example.com/",
    "https://notlocal.com/",
    "https://internal.example.org/",
    "https://10.example.net/",
  ],
];

const CASES = Object.entries(REFUSED).flatMap(([fault, addresses]) => addresses.map((address) => ({ fault, address })));

describe("an address that is refused", () => {
  it("the table has more than sixty", () => expect(CASES.length).toBeGreaterThan(100));

  it.each(CASES)("$fault: $address", ({ fault, address }) => {
    expect(findAddressFault(address)).toBe(fault);
  });

  it.each(CASES.filter(({ address }) => !address.startsWith("http://127.0.0.1")))(
    "on a stand too: $address",
    ({ address }) => {
      expect(findAddressFault(address, true)).toBeDefined();
    },
  );
});

describe("an address that may be sent to", () => {
  it.each(ALLOWED)("%s", (address) => expect(findAddressFault(address)).toBeUndefined());

  it("on a stand also one of this machine", () => {
    expect(findAddressFault("http://127.0.0.1:8799/", true)).toBeUndefined();
    expect(findAddressFault("http://127.0.0.2:8799/", true)).toBe("not-https");
    expect(findAddressFault("http://localhost:8799/", true)).toBe("not-https");
  });
});
