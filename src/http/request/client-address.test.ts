import { expect, test } from "bun:test"
import { clientAddress } from "./client-address.ts"

const proxies = ["10.0.0.0/8", "fd00::/8"]

test("ignores a forwarding header from a peer that is not trusted", () => {
  expect(clientAddress("192.0.2.1", "203.0.113.9", proxies)).toBe("192.0.2.1")
  expect(clientAddress("192.0.2.1", "203.0.113.9", [])).toBe("192.0.2.1")
})

test("takes the address that a trusted proxy saw", () => {
  expect(clientAddress("10.1.1.1", "203.0.113.9", proxies)).toBe("203.0.113.9")
  expect(clientAddress("fd00::1", "2001:db8::5", proxies)).toBe("2001:db8::5")
})

test("stops at the first hop that is not trusted, whatever the client wrote before it", () => {
  expect(clientAddress("10.1.1.1", "198.51.100.7, 203.0.113.9, 10.2.2.2", proxies)).toBe("203.0.113.9")
})

test("keeps the last trusted address where the header holds nothing more that is an address", () => {
  expect(clientAddress("10.1.1.1", null, proxies)).toBe("10.1.1.1")
  expect(clientAddress("10.1.1.1", "unknown", proxies)).toBe("10.1.1.1")
  expect(clientAddress("10.1.1.1", "203.0.113.9, ' or 1=1", proxies)).toBe("10.1.1.1")
  expect(clientAddress("10.1.1.1", "10.2.2.2", proxies)).toBe("10.2.2.2")
})
