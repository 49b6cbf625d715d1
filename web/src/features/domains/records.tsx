import type { DnsRecord, Domain } from '@/api/domains'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { CopyField } from '@/ui/copy-field'
import { cx } from '@/ui/cx'
import { Notice } from '@/ui/notice'
import { inOrderOfNeed } from './model'
import { PURPOSES, STATUSES, words } from './words'

/** What to publish in DNS, in the order of need, with what DNS says today and what to mend. */
export function Records({ domain }: { domain: Domain }) {
  return (
    <Card title={words.records} note={words.recordsNote}>
      <ol className="grid">
        {inOrderOfNeed(domain.records).map((record, at) => (
          <Record key={record.record + record.name} record={record} number={at + 1} />
        ))}
      </ol>
    </Card>
  )
}

function Record({ record, number }: { record: DnsRecord; number: number }) {
  const purpose = PURPOSES[record.record]
  const wrong = record.status !== 'verified' && record.message
  const other = record.found?.length ? record.found.join(' · ') : undefined
  return (
    <li className="grid gap-[10px] border-t border-line py-[14px] first:border-0 first:pt-[4px] last:pb-0">
      <div className="flex flex-wrap items-center gap-x-[8px] gap-y-[4px]">
        <span aria-hidden className="serif w-[18px] text-large text-ink-3">
          {number}
        </span>
        <h3 className="text-body">{purpose.name}</h3>
        <span className="text-ink-3 max-desk:order-1 max-desk:w-full">{purpose.about}</span>
        <span className="ms-auto flex items-center gap-[6px]">
          {!record.required && <Badge>Recommended</Badge>}
          <Badge kind={badgeOf(record)}>{isMissing(record) ? words.missing : STATUSES[record.status].name}</Badge>
        </span>
      </div>
      <div className="grid gap-[8px] desk:ms-[26px] desk:grid-cols-[64px_minmax(0,2fr)_minmax(0,3fr)]">
        <Part name="Type" inline>
          <span className="mono grid content-center desk:h-[34px]">
            {record.type}
            {record.priority ? ` ${record.priority}` : ''}
          </span>
        </Part>
        <Part name="Name">
          <CopyField text={record.name} label={`Name of record ${number}, ${purpose.name}`} />
        </Part>
        <Part name="Value">
          <CopyField text={record.value} label={`Value of record ${number}, ${purpose.name}`} />
        </Part>
      </div>
      {wrong && !other && <p className="text-small text-ink-3 desk:ms-[26px]">{record.message}</p>}
      {wrong && other && (
        <div className="desk:ms-[26px]">
          <Notice kind="bad">
            {record.message}
            <p className="mt-[3px]">
              {words.found} <span className="mono [overflow-wrap:anywhere]">{other}</span>
            </p>
          </Notice>
        </div>
      )}
    </li>
  )
}

/** Nothing wrong was found, but nothing at all. */
const isMissing = (record: DnsRecord) => record.status === 'failed' && !record.found?.length

/** What is only recommended and not there yet is no alarm. */
function badgeOf(record: DnsRecord) {
  return isMissing(record) && !record.required ? 'plain' : STATUSES[record.status].kind
}

/** `inline`: on a phone one line, as its words are few. */
function Part({ name, inline, children }: { name: string; inline?: boolean; children: React.ReactNode }) {
  return (
    <div className={cx('min-w-0', inline && 'max-desk:flex max-desk:items-baseline max-desk:gap-[8px]')}>
      <div className="mb-[3px] truncate text-tiny text-ink-3">{name}</div>
      {children}
    </div>
  )
}
