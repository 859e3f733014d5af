import { describe, expect, test } from "bun:test"
import { isPublicAddress, judgeAddresses, literalAddress, targetProblem } from "./webhook-target.ts"

describe("an address", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "192.0.1.1",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
    "2002:808:808::1",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    ...[
      "0.0.0.0",
      "10.1.2.3",
      "100.64.0.1",
      "127.0.0.1",
      "169.254.169.254",
      "172.31.255.255",
      "192.0.0.8",
      "192.0.2.1",
    ],
    ...["192.88.99.1", "192.168.1.1", "198.19.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "255.255.255.255"],
    ...["::", "::1", "::7f00:1", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "2001:db8::1", "2001::1", "3fff::1"],
    // IPv4 addresses inside: mapped, NAT64, NAT64 for local use, 6to4.
    ...[
      "::ffff:127.0.0.1",
      "::ffff:a00:1",
      "64:ff9b::10.0.0.1",
      "64:ff9b:1::8.8.8.8",
      "2002:7f00:1::",
      "2002:a9fe:a9fe::",
    ],
    ...["", "localhost", "0177.0.0.1", "2130706433"],
  ])("%p is not public", (address) => expect(isPublicAddress(address)).toBe(false))
})

describe("what a name resolves to", () => {
  const judge = (addresses: string[], allow: string[] = [], protocol = "https:") =>
    judgeAddresses({ protocol, addresses, allow })

  test("is refused if one address is not public, wherever it stands", () => {
    expect(judge(["8.8.8.8", "1.1.1.1"])).toEqual({ type: "allowed", address: "8.8.8.8", isOpened: false })
    for (const mixed of [["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["8.8.8.8", "::1"], []]) {
      expect(judge(mixed).type).toBe("refused")
    }
  })

  test("is allowed where the operator has opened it, there with http too", () => {
    const allow = ["10.0.0.0/8"]
    expect(judge(["10.0.0.1"], allow)).toEqual({ type: "allowed", address: "10.0.0.1", isOpened: true })
    expect(judge(["10.0.0.1"], allow, "http:").type).toBe("allowed")
    expect(judge(["8.8.8.8"], allow, "http:").type).toBe("refused")
    expect(judge(["10.0.0.1", "8.8.8.8"], allow, "http:").type).toBe("refused")
    expect(judge(["192.168.0.1"], allow).type).toBe("refused")
    expect(judge(["::ffff:10.0.0.1"], allow).type).toBe("allowed")
  })
})

describe("a URL", () => {
  test.each([
    ...["ftp://example.com", "http://example.com", "example.com", "https://me@example.com", "https://example.com/#x"],
    ...["https://example.com/#", "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://10.1/"],
    // The parser of URLs reads these as 127.0.0.1.
    ...["https://2130706433/", "https://0177.0.0.1/", "https://0x7f.1/", "https://127.0.0.1./"],
  ])("%s is refused", (url) => expect(targetProblem(url, [])).toBeString())

  test.each(["https://example.com/a?b=c", "https://example.com.:8443/", "https://8.8.8.8/", "https://localhost/"])(
    "%s is accepted until its name is resolved",
    (url) => expect(targetProblem(url, [])).toBeUndefined(),
  )

  test.each(["http://example.com", "https://10.0.0.1"])("%s is refused with the setting that can open it", (url) =>
    expect(targetProblem(url, [])).toContain("KEYWARD_WEBHOOK_ALLOW"),
  )

  test("with http needs an opened network", () => {
    expect(targetProblem("http://example.com/", ["10.0.0.0/8"])).toBeUndefined()
    expect(targetProblem("http://10.0.0.1/", ["10.0.0.0/8"])).toBeUndefined()
    expect(targetProblem("http://8.8.8.8/", ["10.0.0.0/8"])).toBeString()
  })

  test("with a literal address needs no look-up", () => {
    expect(literalAddress(new URL("https://[::1]:8443/"))).toBe("::1")
    expect(literalAddress(new URL("https://0x7f.1/"))).toBe("127.0.0.1")
    expect(literalAddress(new URL("https://example.com/"))).toBeUndefined()
  })
})
