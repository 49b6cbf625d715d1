const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** "Firefox on Windows" out of what a browser says of itself; Chrome says that it is Safari too, so the order matters. */
export function browserOf(agent: string | null | undefined): string {
  if (!agent) return 'Unknown browser'
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (!browser) return agent.split(/[ /]/)[0] ?? agent
  return system ? `${browser} on ${system}` : browser
}
