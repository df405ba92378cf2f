import { describe, expect, test } from "bun:test"
import { TargetRefused } from "../Errors.ts"
import { targetOf } from "./Target.ts"
import { mayReach } from "./TargetAddress.ts"

/** Returns whether the URL is refused without being resolved. */
const isRefused = (url: string, allowsPrivate = false): boolean => targetOf(url, allowsPrivate) instanceof TargetRefused

describe("targets", () => {
  const always = [
    "https://0.0.0.0/",
    "https://0/",
    "https://0x0/",
    "https://169.254.169.254/latest/meta-data",
    "https://0xa9fea9fe/",
    "https://2852039166/",
    "https://0251.0376.0251.0376/",
    "https://169.254.1.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://192.0.0.192/",
    "https://192.0.2.1/",
    "https://198.18.0.1/",
    "https://198.51.100.7/",
    "https://203.0.113.9/",
    "https://240.0.0.1/",
    "https://100.100.100.200/",
    "https://168.63.129.16/",
    "https://[::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[64:ff9b::0.0.0.0]/",
    "https://[64:ff9b:1::8.8.8.8]/",
    "https://[2002:7f00:1::]/",
    "https://[2002:a9fe:a9fe::1]/",
    "https://[2001::1]/",
    "https://[2001:db8::1]/",
    "https://[3fff::1]/",
    "https://[100::1]/",
    "https://[5f00::1]/",
    "https://[::7f00:1]/",
    "https://[fd00:ec2::254]/",
    "https://[fd20:ce::254]/",
    "https://user@example.com/",
    "https://:password@example.com/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)"
  ]
  test.each(always)("%s is refused, with WEBHOOK_PRIVATE too", (url) => {
    expect(isRefused(url)).toBe(true)
    expect(isRefused(url, true)).toBe(true)
  })

  const inside = [
    "https://127.0.0.1/",
    "https://127.1/",
    "https://127.0.0.1./",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://0x7f.1/",
    "https://%31%32%37.0.0.1/",
    "https://１２７.0.0.1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://10.1.2.3/",
    "https://100.64.0.1/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.0.1/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[fc00::1]/",
    "https://[fd12::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[64:ff9b::127.0.0.1]/",
    "https://[64:ff9b::a00:1]/",
    "http://example.com/"
  ]
  test.each(inside)("%s is refused unless WEBHOOK_PRIVATE allows it", (url) => {
    expect(isRefused(url)).toBe(true)
    expect(isRefused(url, true)).toBe(false)
  })

  test.each([
    "https://example.com/hook?a=b",
    "https://example.com:8443/",
    "https://localhost./",
    "https://8.8.8.8/",
    "https://172.15.0.1/",
    "https://172.32.0.1/",
    "https://[2606:4700::1111]/",
    "https://[64:ff9b::808:808]/"
  ])("%s is not refused before its name is resolved", (url) => {
    expect(isRefused(url)).toBe(false)
  })

  test("a text that is no IP address, or names an interface, is not reached", () => {
    for (const address of ["", "localhost", "127.1", "2606:4700::1111%eth0", "fe80::1%1"]) {
      expect(mayReach(address, true)).toBe(false)
    }
  })
})
