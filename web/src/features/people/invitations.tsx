import { useInvitations, useRevokeInvitation, type Invitation } from '@/api/invitations'
import { useRole } from '@/shell/here'
import { age } from '@/format'
import { Badge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { Confirm } from '@/ui/confirm'
import { Table, TwoLines, type Column } from '@/ui/table'
import { ROLES, words } from './words'

/** Shown when there are some: nobody waits for an empty list. */
export function InvitationsCard() {
  const { admin } = useRole()
  const { data } = useInvitations(admin.allowed)
  const revoke = useRevokeInvitation()
  if (!data?.length) return null
  const columns: Column<Invitation>[] = [
    { id: 'email', title: 'Address', cell: (row) => <TwoLines first={row.email} second={`invited ${age(row.createdAt)}`} /> },
    { id: 'role', title: words.role, cell: (row) => <Badge>{ROLES[row.role].name}</Badge> },
    {
      id: 'until',
      title: 'Holds until',
      desk: true,
      cell: (row) => (row.isExpired ? <Badge kind="bad">{words.expired}</Badge> : <span className="text-ink-2">{age(row.expiresAt)}</span>),
    },
    {
      id: 'acts',
      title: '',
      align: 'end',
      cell: (row) => (
        <Confirm
          button={{ small: true, children: words.revoke }}
          title={words.revokeTitle(row.email)}
          about={words.revokeAbout}
          verb={words.revoke}
          act={() => revoke.mutateAsync(row.invitationId)}
        />
      ),
    },
  ]
  return (
    <Card title={words.invitations} note={words.invitationsNote}>
      <Table label={words.invitations} rows={data} columns={columns} id={(row) => row.invitationId} />
    </Card>
  )
}
