import { useNavigate, useSearch } from '@tanstack/react-router'
import { Key, Plus } from 'lucide-react'
import { useState } from 'react'
import { useKeys, useRevokeKey, type ApiKey, type NewApiKey } from '@/api/keys'
import { useOrganization, useRole } from '@/shell/here'
import { age, date } from '@/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Confirm } from '@/ui/confirm'
import { Loaded } from '@/ui/loaded'
import { Empty } from '@/ui/states'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { MakeKey } from './make-key'
import { RotateKey } from './rotate-key'
import { ShownOnce } from './shown-once'
import { words } from './words'

export function KeysTab() {
  const keys = useKeys()
  const { admin } = useRole()
  const navigate = useNavigate()
  const [shown, setShown] = useState<NewApiKey>()
  const [rotating, setRotating] = useState<ApiKey>()
  const making = (useSearch({ strict: false }) as { new?: string }).new === 'key'
  const make = (now: boolean) => void navigate({ to: '/settings/keys', search: now ? { new: 'key' } : {} })
  const button = (
    <Button kind="ink" icon={Plus} needs={admin} onClick={() => make(true)} main>
      {words.make}
    </Button>
  )
  const columns = useColumns(setRotating)
  return (
    <Card title={words.title} note={words.note} act={button}>
      <Loaded of={keys} skeleton={<TableSkeleton />} empty={<Empty icon={Key} {...words.empty} />}>
        {(rows) => <Table label={words.title} rows={rows} columns={columns} id={(row) => row.keyId} />}
      </Loaded>
      {making && (
        <MakeKey
          close={() => make(false)}
          done={(key) => {
            make(false)
            setShown(key)
          }}
        />
      )}
      {rotating && (
        <RotateKey
          apiKey={rotating}
          close={() => setRotating(undefined)}
          done={(key) => {
            setRotating(undefined)
            setShown(key)
          }}
        />
      )}
      {shown && <ShownOnce made={shown} close={() => setShown(undefined)} />}
    </Card>
  )
}

function useColumns(rotate: (key: ApiKey) => void): Column<ApiKey>[] {
  const brands = useOrganization()?.brands ?? []
  const { admin } = useRole()
  const revoke = useRevokeKey()
  const brandOf = (key: ApiKey) => brands.find((one) => one.brandId === key.brandId)?.name ?? words.organization
  return [
    {
      id: 'name',
      title: 'Key',
      cell: (row) => (
        <TwoLines
          first={row.name}
          second={
            <>
              <span className="mono">{row.prefix}…</span>
              <span className="desk:hidden"> · {row.lastUsedAt ? age(row.lastUsedAt) : words.neverUsed}</span>
            </>
          }
        />
      ),
    },
    { id: 'reach', title: words.reach, desk: true, cell: (row) => <TwoLines first={<span className="font-normal">{brandOf(row)}</span>} second={row.scopes.join(', ')} /> },
    { id: 'made', title: 'Made', desk: true, cell: (row) => <span className="text-ink-2">{date(row.createdAt)}</span> },
    { id: 'used', title: 'Last used', desk: true, cell: (row) => <span className="whitespace-nowrap text-ink-2">{row.lastUsedAt ? age(row.lastUsedAt) : words.never}</span> },
    {
      id: 'acts',
      title: '',
      align: 'end',
      cell: (row) =>
        row.revokedAt ? (
          <Badge>{words.ended}</Badge>
        ) : (
          <span className="inline-flex items-end gap-[6px] max-desk:flex-col desk:items-center">
            {row.expiresAt ? (
              <Badge kind="info">{words.ending(age(row.expiresAt))}</Badge>
            ) : (
              <Button small needs={admin} onClick={() => rotate(row)}>
                {words.rotate}
              </Button>
            )}
            <Confirm
              button={{ small: true, kind: 'danger', needs: admin, children: words.revoke }}
              title={words.revokeTitle(row.name)}
              about={words.revokeAbout}
              verb={words.revoke}
              act={() => revoke.mutateAsync(row.keyId)}
            />
          </span>
        ),
    },
  ]
}
