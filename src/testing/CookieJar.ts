/** Cookies as a browser would keep them, for one site. */
export const make = () => {
  const cookies = new Map<string, string>()
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    take: (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
        if (value === "" || /; *Max-Age=0(?:;|$)/i.test(line)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
    }
  }
}
