/** An id as a part of a path. One that would make it another path is refused: `DELETE /v1/contacts/` is not what was meant. */
export function segment(id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError(`"${id}" is no id`)
  return encodeURIComponent(id)
}

/** The query with its question mark; lists with commas, and nothing for what is left out. */
export function queryString(query: object | undefined): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) pairs.append(name, String(value))
  }
  const text = pairs.toString()
  return text && `?${text}`
}

/** Where a client's calls go, without a slash at the end. */
export function base(url: string | undefined): string {
  if (url !== undefined) return new URL(url).href.replace(/\/+$/, "")
  // In a page addresses may be relative; elsewhere there is nothing to be relative to.
  if (typeof location === "undefined") throw new TypeError("`url` is missing: where is the server?")
  return ""
}
