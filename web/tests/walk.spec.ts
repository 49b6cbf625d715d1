import { keyboard, mouse, touch } from './support/hands'
import {
  acceptsTheInvitation,
  claimsTheServer,
  invitesAnEditor,
  readsACapturedMail,
  readsTheAuditLog,
  signsInWithASecondFactor,
  usesAKey,
  verifiesADomain,
} from './support/story'
import { test } from './support/test'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

// Each has a server of its own, and takes as long as several of the others.
test.describe.configure({ mode: 'parallel' })

/** One story, from the first link to the audit log, in each way that people have. */
const ways = [
  { name: 'with the mouse, in the light', hands: mouse, theme: 'light', browser: {} },
  { name: 'with the keyboard alone, in the dark', hands: keyboard, theme: 'dark', browser: {} },
  { name: 'with a finger on a phone', hands: touch, theme: 'light', browser: PHONE },
] as const

for (const { name, hands, theme, browser } of ways) {
  test(`a server is claimed, shared, keyed and verified ${name}`, async ({ unclaimed: server, another }) => {
    const walk = { server, hands, theme }
    const settings = { ...browser, colorScheme: theme, reducedMotion: 'reduce' } as const
    const ada = await another(settings)
    await claimsTheServer(walk, ada)
    const link = await invitesAnEditor(walk, ada)
    await acceptsTheInvitation(walk, await another(settings), link)
    await signsInWithASecondFactor(walk, ada)
    await usesAKey(walk, ada)
    await verifiesADomain(walk, ada)
    await readsACapturedMail(walk, ada)
    await readsTheAuditLog(walk, ada)
  })
}
