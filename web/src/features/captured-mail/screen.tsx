import { useNavigate } from '@tanstack/react-router'
import { Inbox, MailOpen, Trash2 } from 'lucide-react'
import { useCapturedMails, useDeleteCapturedMails, type CapturedMail } from '@/api/captured-mails'
import { age, bytes, exact } from '@/format'
import { useBrand, useCapturesMail, useRole, useZone } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Confirm } from '@/ui/confirm'
import { Loaded } from '@/ui/loaded'
import { Empty } from '@/ui/states'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { ScreenTabs } from '@/ui/tabs'
import { told } from '@/ui/toast'
import { useBox } from './box'
import { RecipientFilter } from './recipient-filter'
import { senderOf } from './model'
import { words } from './words'

/** Every mail that was kept instead of sent, the newest first. */
export function CapturedMailScreen() {
  const { box, path, recipient } = useBox()
  const mails = useCapturedMails(box, recipient)
  const zone = useZone()
  const navigate = useNavigate()
  const isNotices = box === 'notices'
  const open = (mail: CapturedMail) => void navigate({ to: `${path}/${mail.mailId}`, search: recipient ? { recipient } : {} })
  return (
    <Screen title={words.title} act={!isNotices && <DeleteAll count={mails.data?.length} more={mails.hasNextPage} />}>
      <Boxes />
      <Card>
        {(recipient || Boolean(mails.data?.length)) && (
          <div className="mb-[10px] flex flex-wrap items-center gap-x-[18px] gap-y-[8px]">
            <p className="min-w-[240px] flex-1 text-ink-2">{isNotices ? words.aboutNotices : words.about}</p>
            <RecipientFilter key={path} recipient={recipient} />
          </div>
        )}
        <Loaded of={mails} skeleton={<TableSkeleton rows={6} />} empty={<NoMail />}>
          {(rows) => <Table label={words.title} rows={rows} columns={columns(zone)} id={(row) => row.mailId} open={open} />}
        </Loaded>
        {mails.hasNextPage && (
          <div className="mt-[12px] flex justify-center">
            <Button busy={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
              {words.more}
            </Button>
          </div>
        )}
      </Card>
    </Screen>
  )
}

/** Mails of the installation itself are for owners: whoever reads a link of theirs has the account. */
function Boxes() {
  const { owner } = useRole()
  const brand = useBrand()
  if (!owner.allowed) return null
  return (
    <ScreenTabs
      label={words.boxes}
      tabs={[
        { to: '/captured-mail', name: words.ofBrand(brand?.name ?? ''), exact: true },
        { to: '/captured-mail/notices', name: words.notices },
      ]}
    />
  )
}

function NoMail() {
  const { box, path, recipient } = useBox()
  const { admin } = useRole()
  const captures = useCapturesMail()
  if (recipient) return <Empty icon={Inbox} {...words.nothing(recipient)} act={<Button to={path}>{words.anybody}</Button>} />
  if (!captures) return <Empty icon={MailOpen} {...words.leaves} />
  if (box !== 'notices') return <Empty icon={Inbox} {...words.empty} />
  return (
    <Empty
      icon={Inbox}
      {...words.emptyNotices}
      act={
        <Button to="/settings/people" needs={admin}>
          {words.invite}
        </Button>
      }
    />
  )
}

function DeleteAll({ count, more }: { count: number | undefined; more: boolean }) {
  const brand = useBrand()
  const { editor } = useRole()
  const { mutateAsync } = useDeleteCapturedMails(brand?.brandId)
  if (!count) return null
  return (
    <Confirm
      button={{ kind: 'danger', icon: Trash2, needs: editor, children: words.deleteAll }}
      title={words.deleteTitle(count, more)}
      about={words.deleteAbout(brand?.name ?? '')}
      verb={words.deleteAll}
      act={async () => told(words.deleted((await mutateAsync()).deleted))}
    />
  )
}

const columns = (zone: string | undefined): Column<CapturedMail>[] => [
  {
    id: 'subject',
    title: words.columns.subject,
    cell: (row) => (
      <TwoLines
        first={row.subject || words.noSubject}
        second={
          <>
            <span className="max-desk:hidden">{senderOf(row.from).name}</span>
            <span className="desk:hidden">{row.to}</span>
          </>
        }
      />
    ),
  },
  { id: 'to', title: words.columns.to, desk: true, cell: (row) => <span className="mono block max-w-[320px] truncate">{row.to}</span> },
  { id: 'bytes', title: words.columns.bytes, desk: true, align: 'end', cell: (row) => <span className="whitespace-nowrap text-ink-2">{bytes(row.bytes)}</span> },
  {
    id: 'at',
    title: words.columns.at,
    align: 'end',
    cell: (row) => (
      <time dateTime={row.capturedAt} title={exact(row.capturedAt, zone)} className="whitespace-nowrap text-ink-2">
        {age(row.capturedAt)}
      </time>
    ),
  },
]
