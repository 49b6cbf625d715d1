import type { AuditEntry } from '@/api/audit-log'
import { useZone } from '@/shell/here'
import { exact } from '@/format'
import { Fact } from '@/ui/card'
import { CodeBlock } from '@/ui/code'
import { Panel } from '@/ui/dialog'
import { actInWords } from './model'
import { words } from './words'

/** One change whole: who, when, from where, what stood there before and after. */
export function EntryPanel({ entry, close }: { entry: AuditEntry; close: () => void }) {
  const zone = useZone()
  const sides: [string, unknown][] = [
    [words.before, entry.before],
    [words.after, entry.after],
    [words.counts, entry.counts],
  ]
  return (
    <Panel open onClose={close} title={actInWords(entry.act)}>
      <div className="grid gap-[14px]">
        <dl className="grid gap-[5px]">
          <Fact name={words.when}>{exact(entry.at, zone)}</Fact>
          <Fact name={words.who}>{entry.person?.email ?? words.command}</Fact>
          {entry.address && (
            <Fact name={words.address}>
              <span className="mono">{entry.address}</span>
            </Fact>
          )}
          {entry.target && (
            <Fact name={words.on}>
              {entry.target.kind} <span className="mono">{entry.target.id}</span>
            </Fact>
          )}
        </dl>
        {sides.map(
          ([name, side]) =>
            side !== undefined &&
            side !== null && (
              <div key={name} className="grid gap-[5px]">
                <h3 className="text-body">{name}</h3>
                <CodeBlock text={JSON.stringify(side, null, 2)} label={name} />
              </div>
            ),
        )}
      </div>
    </Panel>
  )
}
