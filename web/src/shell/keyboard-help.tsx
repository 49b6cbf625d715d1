import { Keys } from '@/ui/keys'
import { Dialog } from '@/ui/dialog'
import { useScreens } from './screens'

const EVERYWHERE: [string, string][] = [
  ['⌘K', 'Find and do (Ctrl+K without a ⌘ key)'],
  ['/', 'Search'],
  ['n', 'The main act of the screen'],
  ['j', 'The next row, or the next of its kind'],
  ['k', 'The one before'],
  ['Esc', 'Close what is open, go one screen up'],
  ['?', 'This list'],
]

export function KeyboardHelp({ open, close }: { open: boolean; close: () => void }) {
  const screens = useScreens().map(({ key, name }): [string, string] => [`g ${key}`, name])
  return (
    <Dialog open={open} onClose={close} title="Keyboard" about="Commands of one letter can be switched off in your profile.">
      <dl className="grid gap-[7px]">
        {[...EVERYWHERE, ...screens].map(([keys, name]) => (
          <div key={keys} className="flex items-center">
            <dt>{name}</dt>
            <dd className="ms-auto">
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
