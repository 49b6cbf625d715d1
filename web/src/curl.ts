/** A call of the API that works as it stands in a shell; `brandId` where the key does not say it. */
export function curlOf(path: string, key: string, brandId?: string): string {
  const brand = brandId ? ` \\\n  -H "X-Brand-Id: ${brandId}"` : ''
  return `curl "${window.location.origin}${path}" \\\n  -H "Authorization: Bearer ${key}"${brand}`
}
