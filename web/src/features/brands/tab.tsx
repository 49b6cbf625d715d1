import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBrands, type Brand } from '@/api/brands'
import { useRole } from '@/shell/here'
import { date } from '@/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Initials } from '@/ui/initials'
import { Loaded } from '@/ui/loaded'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { BrandPanel } from './brand-panel'
import { MakeBrand } from './make-brand'
import { words } from './words'

export function BrandsTab() {
  const brands = useBrands()
  const { admin } = useRole()
  const [making, setMaking] = useState(false)
  const [open, setOpen] = useState<string>()
  const opened = brands.data?.find((one) => one.brandId === open)
  return (
    <Card
      title={words.title}
      note={words.note}
      act={
        <Button kind="ink" icon={Plus} needs={admin} onClick={() => setMaking(true)} main>
          {words.make}
        </Button>
      }
    >
      <Loaded of={brands} skeleton={<TableSkeleton />}>
        {(rows) => <Table label={words.title} rows={rows} columns={COLUMNS} id={(row) => row.brandId} open={(row) => setOpen(row.brandId)} />}
      </Loaded>
      {making && <MakeBrand close={() => setMaking(false)} />}
      {opened && <BrandPanel brand={opened} last={brands.data?.length === 1} close={() => setOpen(undefined)} />}
    </Card>
  )
}

const COLUMNS: Column<Brand>[] = [
  {
    id: 'name',
    title: words.name,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-[10px]">
        <Initials name={row.name} square />
        <TwoLines first={row.name} second={row.websiteUrl} />
      </span>
    ),
  },
  {
    id: 'address',
    title: words.address,
    cell: (row) =>
      row.identity.address ? <span className="text-ink-2">{row.identity.address.replaceAll('\n', ', ')}</span> : <Badge kind="bad">{words.noAddress}</Badge>,
  },
  { id: 'zone', title: words.zone, desk: true, cell: (row) => <span className="text-ink-2">{row.timeZone.replaceAll('_', ' ')}</span> },
  { id: 'made', title: 'Made', desk: true, align: 'end', cell: (row) => <span className="text-ink-2">{date(row.createdAt)}</span> },
]
