import { expect, type Locator, type Page } from '@playwright/test'

/** How somebody moves about in the app: a story is told once, and done by each kind of hands. */
export interface Hands {
  /** A button, a link, a choice. */
  press: (target: Locator) => Promise<void>
  /** Into a field, over what stands there. */
  write: (field: Locator, words: string) => Promise<void>
  /** One entry of a list. */
  choose: (list: Locator, name: string) => Promise<void>
  /** A screen of the main navigation, and a part of it. */
  go: (page: Page, screen: string, part?: string) => Promise<void>
  /** What the command menu offers. */
  command: (page: Page, name: string) => Promise<void>
}

function pointer(press: (target: Locator) => Promise<void>): Hands {
  return {
    press,
    async write(field, words) {
      await press(field)
      await field.fill(words)
    },
    async choose(list, name) {
      await list.selectOption(name)
    },
    async go(page, screen, part) {
      await press(page.getByRole('navigation').getByRole('link', { name: screen, exact: true }))
      if (part) await press(page.getByRole('navigation', { name: `Parts of the ${screen.toLowerCase()}` }).getByRole('link', { name: part }))
    },
    async command(page, name) {
      await press(page.getByRole('button', { name: /^Search/ }))
      await press(page.getByRole('option', { name }))
    },
  }
}

export const mouse = pointer((target) => target.click())
export const touch = pointer((target) => target.tap())

/** Nothing but keys: what Tab and the arrows do not reach cannot be done. */
export const keyboard: Hands = {
  async press(target) {
    await reach(target)
    const type = await target.evaluate((element) => element.getAttribute('type'))
    // Arrows have chosen it already.
    if (type !== 'radio') await target.press(type === 'checkbox' ? 'Space' : 'Enter')
    else if (!(await target.isChecked())) await target.press('Space')
  },
  async write(field, words) {
    await reach(field)
    await field.press('Control+a')
    await field.page().keyboard.type(words)
  },
  async choose(list, name) {
    await reach(list)
    // The browser looks for what is typed; a space would open the list.
    await list.page().keyboard.type(name.split(' ')[0] ?? '')
    await expect(list.locator('option:checked')).toHaveText(name)
  },
  async go(page, screen, part) {
    if (part) return keyboard.command(page, part)
    const letter = screen.slice(0, 1).toLowerCase()
    // The letter may come so long after the g; on a busy machine it sometimes comes later.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(letter)
      await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible({ timeout: 3000 })
    }).toPass()
  },
  async command(page, name) {
    await page.keyboard.press('Control+k')
    await expect(page.getByPlaceholder('Search or jump to')).toBeFocused()
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(new RegExp(`^${name}`))
    await page.keyboard.press('Enter')
  },
}

const FAR = 200

async function reach(target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < FAR; presses += 1) {
    const step = await nextKey(target)
    if (!step) return
    await target.page().keyboard.press(step)
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}

/** Within a group of choices the arrows lead, everywhere else Tab does; nothing is pressed where the target has the focus. */
async function nextKey(target: Locator): Promise<string | undefined> {
  return target.evaluate((element) => {
    const active = document.activeElement
    if (active === element) return undefined
    const name = element.getAttribute('name')
    const beside = element.getAttribute('type') === 'radio' && active?.getAttribute('type') === 'radio' && active.getAttribute('name') === name
    return beside ? 'ArrowDown' : 'Tab'
  })
}
