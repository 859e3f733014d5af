import { describe, expect, test } from "bun:test"
import { isIP } from "node:net"
import fc from "fast-check"
import { isAllowedByList, isIpAddress, networkContains, parseAllowList, parseNetwork } from "./cidr.ts"

const group = fc.oneof(fc.constant(0), fc.constant(0xffff), fc.nat({ max: 0xffff }))
const groups = fc.array(group, { minLength: 8, maxLength: 8 })
const octets = fc.array(fc.nat({ max: 255 }), { minLength: 4, maxLength: 4 })

function numberOf(parts: readonly number[], bitsEach: number): bigint {
  return parts.reduce((sum, part) => (sum << BigInt(bitsEach)) | BigInt(part), 0n)
}

function writeFull(parts: readonly number[]): string {
  return parts.map((part) => part.toString(16).padStart(4, "0")).join(":")
}

function isMapped(parts: readonly number[]): boolean {
  return numberOf(parts, 16) >> 32n === 0xffffn
}

describe("parseNetwork", () => {
  test("clears host bits, and reads one address as /32 or /128", () => {
    const vectors: Readonly<Record<string, string>> = {
      "10.1.2.3/8": "10.0.0.0/8",
      "10.1.2.3": "10.1.2.3/32",
      "255.255.255.255/0": "0.0.0.0/0",
      "192.168.255.255/23": "192.168.254.0/23",
      "2001:DB8::1": "2001:db8::1/128",
      "2001:db8:ffff:ffff::/33": "2001:db8:8000::/33",
      "::/0": "::/0",
      "::1": "::1/128",
      "1::/16": "1::/16",
      "2001:db8:0:1:1:1:1:1": "2001:db8:0:1:1:1:1:1/128",
      "2001:0:0:1:0:0:0:1": "2001:0:0:1::1/128",
      "2001:db8:0:0:1:0:0:1": "2001:db8::1:0:0:1/128",
      "0:1:2:3:4:5:6:7": "0:1:2:3:4:5:6:7/128",
      "1:2:3:4:5:6:7::": "1:2:3:4:5:6:7:0/128",
      "64:ff9b::192.0.2.33": "64:ff9b::c000:221/128",
    }
    for (const [text, canonical] of Object.entries(vectors)) expect(parseNetwork(text)).toBe(canonical)
  })

  test("counts mapped IPv6 as IPv4 from prefix 96 on", () => {
    expect(parseNetwork("::ffff:10.1.2.3")).toBe("10.1.2.3/32")
    expect(parseNetwork("::FFFF:0a01:0203/104")).toBe("10.0.0.0/8")
    expect(parseNetwork("::ffff:10.1.2.3/96")).toBe("0.0.0.0/0")
    expect(parseNetwork("::ffff:10.1.2.3/95")).toBe("::fffe:0:0/95")
    expect(parseNetwork("::10.1.2.3/96")).toBe("::/96")
  })

  test("refuses wrong lengths, leading zeros, other bases, zones, spaces and digits of other scripts", () => {
    const refused = [
      ..."/ 10.0.0.0/33 10.0.0.0/ 10.0.0.0/08 10.0.0.0/-1 10.0.0.0/+8 10.0.0.0/8/8 10.0.0.0/0x8 10.0.0.0/8.0".split(
        " ",
      ),
      ..."10.0.0 10.0.0.0.0 10.0.0.256 010.0.0.1 10.0.0.00 10..0.1 1e1.0.0.0 a.b.c.d 10.0.0.1. 167772161 0x7f.1".split(
        " ",
      ),
      ...": ::: 1::2::3 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 1:2:3:4:5:6:7:8:: ::1:2:3:4:5:6:7:8 12345:: g:: 1: :1".split(
        " ",
      ),
      ...":: 1::/129 ::1/ ::/00 1:::2 fe80::1%eth0 fe80::1%1/64 [::1] ::1.2.3 ::1.2.3.4:5 1.2.3.4::"
        .split(" ")
        .slice(1),
      ..."1:2:3:4:5:6:7:1.2.3.4 ::ffff:01.2.3.4 ::ffff:1.2.3.256 1.2.3.4:: ::-1 localhost ::1.2.3.4.5".split(" "),
      ...["", " ", " 10.0.0.1", "10.0.0.1 ", "10.0.0.1\n", "::1 /64", "١.2.3.4", "::１"],
    ]
    for (const text of refused) expect([text, parseNetwork(text)]).toEqual([text, undefined])
  })

  test("writes IPv6 as RFC 5952 does, whatever form it came in", () => {
    fc.assert(
      fc.property(
        groups.filter((parts) => !isMapped(parts)),
        (parts) => {
          const canonical = new URL(`http://[${writeFull(parts)}]`).hostname.slice(1, -1)
          expect(parseNetwork(writeFull(parts))).toBe(`${canonical}/128`)
          expect(parseNetwork(canonical.toUpperCase())).toBe(`${canonical}/128`)
        },
      ),
    )
  })

  test("leaves canonical text alone", () => {
    const sixes = fc.tuple(groups.map(writeFull), fc.nat({ max: 128 }))
    const fours = fc.tuple(
      octets.map((parts) => parts.join(".")),
      fc.nat({ max: 32 }),
    )
    fc.assert(
      fc.property(fc.oneof(sixes, fours), ([address, bits]) => {
        const canonical = parseNetwork(`${address}/${bits}`)
        expect(canonical).toBeDefined()
        expect(parseNetwork(canonical ?? "")).toBe(canonical)
      }),
    )
  })
})

describe("isIpAddress", () => {
  test("agrees with the platform on any text without a zone", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."0123456789abcfF:::::....") })
    fc.assert(
      fc.property(fc.oneof(noise, groups.map(writeFull), octets.map(String)), (text) => {
        expect(isIpAddress(text)).toBe(isIP(text) !== 0)
      }),
      { numRuns: 3000 },
    )
  })

  test("refuses networks and zones", () => {
    for (const text of ["10.0.0.0/8", "::/0", "fe80::1%eth0", ""]) expect(isIpAddress(text)).toBe(false)
    for (const text of ["10.0.0.1", "fe80::1", "::ffff:10.0.0.1"]) expect(isIpAddress(text)).toBe(true)
  })
})

describe("networkContains", () => {
  test("contains exactly the IPv4 addresses that share the prefix, mapped or not", () => {
    const near = fc.tuple(octets, fc.nat({ max: 31 })).map(([parts, bit]) => {
      const other = numberOf(parts, 8) ^ (1n << BigInt(bit))
      return [parts, [24n, 16n, 8n, 0n].map((shift) => Number((other >> shift) & 255n))] as const
    })
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(octets, octets)), fc.nat({ max: 32 }), ([network, address], bits) => {
        const hostBits = BigInt(32 - bits)
        const expected = numberOf(network, 8) >> hostBits === numberOf(address, 8) >> hostBits
        const canonical = parseNetwork(`${network.join(".")}/${bits}`) ?? ""
        expect(networkContains(canonical, address.join("."))).toBe(expected)
        expect(networkContains(canonical, `::ffff:${address.join(".")}`)).toBe(expected)
      }),
    )
  })

  test("contains exactly the IPv6 addresses that share the prefix", () => {
    const sixes = groups.filter((parts) => !isMapped(parts))
    const near = fc
      .tuple(sixes, fc.nat({ max: 127 }))
      .map(([parts, bit]) => {
        const flipped = parts.map((part, index) => (index === bit >> 4 ? part ^ (1 << (bit & 15)) : part))
        return [parts, flipped] as const
      })
      .filter(([, flipped]) => !isMapped(flipped))
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(sixes, sixes)), fc.nat({ max: 128 }), ([network, address], bits) => {
        const hostBits = BigInt(128 - bits)
        const expected = numberOf(network, 16) >> hostBits === numberOf(address, 16) >> hostBits
        const canonical = parseNetwork(`${writeFull(network)}/${bits}`) ?? ""
        expect(networkContains(canonical, writeFull(address))).toBe(expected)
      }),
    )
  })

  test("keeps the two families apart, even for the network of everything", () => {
    expect(networkContains("::/0", "10.0.0.1")).toBe(false)
    expect(networkContains("::/0", "::ffff:10.0.0.1")).toBe(false)
    expect(networkContains("0.0.0.0/0", "::1")).toBe(false)
    expect(networkContains("::fffe:0:0/95", "10.0.0.1")).toBe(false)
    expect(networkContains("::/0", "::10.0.0.1")).toBe(true)
  })

  test("contains nothing that is no address", () => {
    for (const text of ["", "10.0.0.0/8", "x"]) expect(networkContains("0.0.0.0/0", text)).toBe(false)
  })
})

describe("isAllowedByList", () => {
  test("allows everything, also no address at all, when the list is empty", () => {
    expect(isAllowedByList(parseAllowList([]), undefined)).toBe(true)
    expect(isAllowedByList(parseAllowList([]), "192.0.2.1")).toBe(true)
  })

  test("allows an address in any network of the list and refuses all others", () => {
    const list = parseAllowList(["10.0.0.0/8", "2001:db8::/32"])
    for (const ip of ["10.1.2.3", "::ffff:10.1.2.3", "2001:db8::5"]) expect(isAllowedByList(list, ip)).toBe(true)
    for (const ip of ["192.0.2.1", "2001:db9::5", "", undefined]) expect(isAllowedByList(list, ip)).toBe(false)
  })

  test("allows nothing by a list that holds no readable network", () => {
    expect(isAllowedByList(parseAllowList(["no network"]), "192.0.2.1")).toBe(false)
  })
})
