import { useNavigate, useSearch } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useAddDomain, useDomains, type Domain } from '@/api/domains'
import { age } from '@/format'
import { useBrand, useRole } from '@/shell/here'
import { Screen } from '@/shell/screen'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { Loaded } from '@/ui/loaded'
import { Empty } from '@/ui/states'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { progress } from './model'
import { STATUSES, words } from './words'

export function DomainsScreen() {
  const brand = useBrand()
  const domains = useDomains(brand?.brandId)
  const { editor } = useRole()
  const navigate = useNavigate()
  const adding = (useSearch({ strict: false }) as { new?: string }).new === 'domain'
  const add = (open: boolean) => void navigate({ to: '/domains', search: open ? { new: 'domain' } : {} })
  const button = (
    <Button kind="ink" icon={Plus} needs={editor} onClick={() => add(true)} main>
      {words.add}
    </Button>
  )
  return (
    <Screen title={words.title} act={button}>
      <Loaded
        of={domains}
        skeleton={<Card><TableSkeleton /></Card>}
        empty={<Empty icon={Globe} {...words.empty} act={button} />}
      >
        {(rows) => (
          <Card>
            <Table
              label={words.title}
              rows={rows}
              columns={COLUMNS}
              id={(row) => row.domainId}
              open={(row) => void navigate({ to: `/domains/${row.domainId}` })}
            />
          </Card>
        )}
      </Loaded>
      {adding && <AddDomain close={() => add(false)} />}
    </Screen>
  )
}

const COLUMNS: Column<Domain>[] = [
  {
    id: 'name',
    title: 'Domain',
    cell: (row) =>
      row.records.length ? <TwoLines first={row.name} second={row.defaults.from?.email} /> : <TwoLines first={words.captured} second={words.capturedAbout} />,
  },
  { id: 'status', title: 'State', cell: (row) => <Badge kind={STATUSES[row.status].kind}>{STATUSES[row.status].name}</Badge> },
  {
    id: 'records',
    title: 'Records in place',
    desk: true,
    cell: (row) => {
      const { done, needed } = progress(row)
      return needed ? `${done} of ${needed}` : '–'
    },
  },
  {
    id: 'checked',
    title: 'Checked',
    desk: true,
    align: 'end',
    cell: (row) => <span className="text-ink-2">{row.lastCheckedAt ? age(row.lastCheckedAt) : '–'}</span>,
  },
]

function AddDomain({ close }: { close: () => void }) {
  const { mutateAsync } = useAddDomain(useBrand()?.brandId)
  const navigate = useNavigate()
  const form = useServerForm({
    defaults: { name: '' },
    save: ({ name }, key) => mutateAsync({ name: name.trim(), key }),
    done: (domain) => void navigate({ to: `/domains/${domain.domainId}`, search: {} }),
  })
  return (
    <Dialog open onClose={close} title={words.add}>
      <Form form={form}>
        <Field name="name" label={words.name.label} hint={words.name.hint} placeholder="news.example.com" focused mono autoComplete="off" />
        <FormActs form={form} verb={words.add} cancel={close} />
      </Form>
    </Dialog>
  )
}
