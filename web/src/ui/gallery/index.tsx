import { Globe, Pause, Plus, Send, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Problem } from '@/api/problem'
import { Bars, Legend } from '@/charts/bars'
import { Sparkline } from '@/charts/sparkline'
import { Badge } from '../badge'
import { Button } from '../button'
import { Card } from '../card'
import { Switch } from '../choices'
import { Code, CodeBlock } from '../code'
import { Keys } from '../keys'
import { Confirm } from '../confirm'
import { CopyField } from '../copy-field'
import { Acts, Dialog, Panel } from '../dialog'
import { Initials } from '../initials'
import { Logo, OnTheWay, Postmark, Stamp } from '../marks'
import { Menu } from '../menu'
import { Notice } from '../notice'
import { QrCode } from '../qr-code'
import { FormSkeleton, Skeleton } from '../skeleton'
import { Empty, Failed, NoPermission } from '../states'
import { Table, TableSkeleton, TwoLines } from '../table'
import { Tabs } from '../tabs'
import { Tally } from '../tally'
import { told } from '../toast'
import { FieldsSample } from './fields'
import { FilterSample } from './filter'
import { BARS, PARTS, ROWS, SERIES } from './samples'

const NOBODY = { allowed: false, who: 'Admins and owners may do this' }
const REFUSED = new Problem(500, { code: 'INTERNAL_ERROR', message: 'The request could not be finished.', suggestion: 'Try again.', requestId: 'req_8f3a' })
const AWAY = new Problem(0, { code: 'OFFLINE', message: 'Postrider does not answer.', suggestion: 'This page tries again by itself.' })

/** Every part of the interface on one page, for whoever works on it. It is not in what is shipped. */
export function Gallery() {
  return (
    <main className="mx-auto grid max-w-[1180px] gap-[14px] bg-sheet p-[24px]">
      <h1 className="serif text-heading">Parts</h1>
      <Acting />
      <Card title="Fields, with the server's words">
        <FieldsSample />
      </Card>
      <Card title="Filter">
        <FilterSample />
      </Card>
      <Marks />
      <Charts />
      <Card title="Table">
        <Table
          label="Sample"
          rows={ROWS}
          id={(row) => row.id}
          open={(row) => told(row.name)}
          columns={[
            { id: 'name', title: 'Name', cell: (row) => <TwoLines first={row.name} second={row.about} /> },
            { id: 'state', title: 'State', cell: (row) => <Badge kind={row.kind}>{row.state}</Badge> },
            { id: 'tally', title: 'Everyone, accounted for', desk: true, width: '30%', cell: () => <Tally parts={PARTS} size="small" /> },
            { id: 'opened', title: 'Opened', align: 'end', cell: (row) => row.opened },
          ]}
        />
        <TableSkeleton rows={2} />
      </Card>
      <States />
    </main>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-[10px] py-[6px]">{children}</div>
}

function Acting() {
  const [open, setOpen] = useState<'dialog' | 'panel'>()
  const [on, setOn] = useState(true)
  return (
    <Card title="Acts">
      <Row>
        <Button kind="ink" icon={Plus}>New campaign</Button>
        <Button kind="go" icon={Send}>Send to 48,211</Button>
        <Button icon={Pause}>Pause</Button>
        <Button kind="ghost">Duplicate</Button>
        <Button kind="danger" icon={Trash2}>Delete</Button>
        <Button small>Small</Button>
        <Button busy>Saving</Button>
        <Button needs={NOBODY}>Refused</Button>
        <Button icon={Globe} label="Domains" />
      </Row>
      <Row>
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('panel')}>Open a panel</Button>
        <Button onClick={() => told('Audience deleted', () => told('It is back'))}>Tell in passing</Button>
        <Menu trigger={<button type="button" className="underline">Menu</button>} groups={[[{ name: 'Open', icon: Globe, chosen: true }], [{ name: 'Delete', icon: Trash2, danger: true }]]} />
        <Confirm button={{ kind: 'danger', children: 'Delete 3 contacts' }} title="Delete 3 contacts?" about="This cannot be undone." verb="Delete" act={() => Promise.reject(REFUSED)} />
        <Keys keys="g h" />
      </Row>
      <Switch label="Opens" hint="A picture of one point tells that a mail was opened." on={on} change={setOn} />
      <CopyField text="pr_live_example" label="API key" />
      <div className="mt-[10px]"><CodeBlock text={'curl "https://mail.example.com/v1/contacts" \\\n  -H "Authorization: Bearer pr_live_example"'} label="Test call" /></div>
      <Dialog open={open === 'dialog'} onClose={() => setOpen(undefined)} title="A dialog" about="A question over the page.">
        <Acts><Button kind="ink" onClick={() => setOpen(undefined)}>Done</Button></Acts>
      </Dialog>
      <Panel open={open === 'panel'} onClose={() => setOpen(undefined)} title="A panel">Details beside the page.</Panel>
    </Card>
  )
}

function Marks() {
  return (
    <Card title="Marks">
      <OnTheWay label="On the way"><Tally parts={PARTS} size="big" legend /></OnTheWay>
      <Row>
        <Stamp tilt={-2}><div className="grid h-[90px] w-[72px] place-items-center bg-[#24513f] text-[#fff]"><Logo /></div></Stamp>
        <Postmark place="Example Coffee" date="10 NOV" time="09:00" />
        <Initials name="Example Coffee" square /><Initials name="ada@example.com" />
        <Badge>Scheduled</Badge><Badge kind="go">Running</Badge><Badge kind="good">Completed</Badge><Badge kind="bad">Failed</Badge><Badge kind="info">Live</Badge>
        <Code>X-Brand-Id</Code>
        <QrCode text="otpauth://totp/example" label="A code" />
      </Row>
    </Card>
  )
}

function Charts() {
  return (
    <Card title="Charts" act={<Legend series={SERIES} />}>
      <Bars label="Sample" bars={BARS} series={SERIES} />
      <Sparkline values={[3, 5, 4, 8, 7, 12]} colour="var(--opened)" />
      <Tabs label="Sample" tabs={[{ id: 'a', name: 'Report', inside: 'First' }, { id: 'b', name: 'People', inside: 'Second' }]} />
    </Card>
  )
}

function States() {
  return (
    <div className="grid gap-[14px] desk:grid-cols-2">
      <Card><Empty icon={Globe} title="No domain yet" about="Mail goes out in the name of a domain that is yours." act={<Button kind="ink">Add domain</Button>} /></Card>
      <Card><Failed problem={REFUSED} again={() => {}} /></Card>
      <Card><Failed problem={AWAY} again={() => {}} /></Card>
      <Card><NoPermission /></Card>
      <Card><FormSkeleton /><div className="mt-[12px]"><Skeleton /></div></Card>
      <div className="grid content-start gap-[10px]">
        <Notice>To know.</Notice>
        <Notice kind="warn">To mind.</Notice>
        <Notice kind="bad">To mend.</Notice>
      </div>
    </div>
  )
}
