import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useMembers, type Member } from '@/api/people'
import { useRole, useSignedIn } from '@/shell/here'
import { date } from '@/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Initials } from '@/ui/initials'
import { Loaded } from '@/ui/loaded'
import { Table, TableSkeleton, TwoLines, type Column } from '@/ui/table'
import { InvitationsCard } from './invitations'
import { Invite } from './invite'
import { MemberPanel } from './member-panel'
import { ROLES, words } from './words'

export function PeopleTab() {
  const members = useMembers()
  const { admin } = useRole()
  const { person } = useSignedIn()
  const navigate = useNavigate()
  const [open, setOpen] = useState<string>()
  const inviting = (useSearch({ strict: false }) as { new?: string }).new === 'invitation'
  const invite = (now: boolean) => void navigate({ to: '/settings/people', search: now ? { new: 'invitation' } : {} })
  const opened = members.data?.find((one) => one.personId === open)
  return (
    <>
      <Card
        title={words.title}
        note={words.note}
        act={
          <Button kind="ink" icon={UserPlus} needs={admin} onClick={() => invite(true)} main>
            {words.invite}
          </Button>
        }
      >
        <Loaded of={members} skeleton={<TableSkeleton />}>
          {(rows) => (
            <Table label={words.title} rows={rows} columns={columns(person.personId)} id={(row) => row.personId} open={(row) => setOpen(row.personId)} />
          )}
        </Loaded>
      </Card>
      <InvitationsCard />
      {inviting && <Invite close={() => invite(false)} />}
      {opened && <MemberPanel member={opened} close={() => setOpen(undefined)} />}
    </>
  )
}

const columns = (self: string): Column<Member>[] => [
  {
    id: 'who',
    title: 'Name',
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-[10px]">
        <Initials name={row.name ?? row.email} />
        <TwoLines first={`${row.name ?? row.email}${row.personId === self ? ' (you)' : ''}`} second={row.name ? row.email : undefined} />
      </span>
    ),
  },
  { id: 'role', title: words.role, cell: (row) => <Badge kind={row.role === 'owner' ? 'info' : 'plain'}>{ROLES[row.role].name}</Badge> },
  {
    id: 'brands',
    title: words.brands,
    desk: true,
    cell: (row) => <span className="text-ink-2">{row.brandIds ? `${row.brandIds.length}` : 'All'}</span>,
  },
  {
    id: 'factor',
    title: 'Signs in with',
    desk: true,
    cell: (row) => (
      <span className="text-ink-2">
        {row.hasPassword ? (row.hasSecondFactor ? words.secondFactor : words.noSecondFactor) : words.noPassword}
      </span>
    ),
  },
  {
    id: 'since',
    title: 'Joined',
    desk: true,
    align: 'end',
    cell: (row) => <span className="text-ink-2">{date(row.joinedAt)}</span>,
  },
]
