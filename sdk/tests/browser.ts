/** The `fetch` of a page that came from `origin`: addresses are relative to it, its cookies go along, and it says whence it calls. */
export function browserAt(origin: string): typeof fetch {
  const cookies = new Map<string, string>()
  return async (address, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set("Origin", origin)
    headers.set("Sec-Fetch-Site", "same-origin")
    const sendsCookies = init.credentials === "same-origin"
    if (sendsCookies && cookies.size) headers.set("Cookie", [...cookies].map((pair) => pair.join("=")).join("; "))
    const answer = await fetch(new URL(String(address), origin), { ...init, headers })
    for (const line of sendsCookies ? answer.headers.getSetCookie() : []) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
}
