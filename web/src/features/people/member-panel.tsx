import { useQueryClient } from '@tanstack/react-query'
import { leave, useChangeMember, useRemoveMember, type Member } from '@/api/people'
import { grantable, useRole, useSignedIn } from '@/shell/here'
import { Button } from '@/ui/button'
import { ChoiceField } from '@/ui/choices'
import { Confirm } from '@/ui/confirm'
import { Panel } from '@/ui/dialog'
import { Form, useServerForm } from '@/ui/form'
import { told } from '@/ui/toast'
import { BrandLimit, brandIdsOf, limitOf } from './brand-limit'
import { ROLES, words } from './words'

/** What one member may do, and the way out. */
export function MemberPanel({ member, close }: { member: Member; close: () => void }) {
  const { mutateAsync } = useChangeMember()
  const remove = useRemoveMember()
  const cache = useQueryClient()
  const role = useRole()
  const self = useSignedIn().person.personId === member.personId
  const who = member.name ?? member.email
  const roles = [...new Set([...grantable(role.name), member.role])]
  const form = useServerForm({
    defaults: { role: member.role, ...limitOf(member.brandIds) },
    save: ({ role, ...limit }) => mutateAsync({ personId: member.personId, change: { role, brandIds: brandIdsOf(limit) } }),
    done: () => {
      told(words.saved)
      close()
    },
  })
  return (
    <Panel open onClose={close} title={who} about={member.name ? member.email : undefined}>
      <Form form={form}>
        <ChoiceField
          name="role"
          label={words.edit(who)}
          options={roles.map((value) => ({ value, name: ROLES[value].name, note: ROLES[value].about }))}
        />
        <BrandLimit />
        <div className="flex justify-between gap-[8px]">
          <Confirm
            button={{ kind: 'danger', needs: self ? role.viewer : role.admin, children: self ? words.leave : words.remove }}
            title={self ? words.leaveTitle : words.removeTitle(who)}
            about={self ? words.leaveAbout : words.removeAbout}
            verb={self ? words.leave : words.remove}
            act={async () => {
              if (self) await leave()
              else await remove.mutateAsync(member.personId)
              close()
              if (self) await cache.resetQueries()
            }}
          />
          <Button kind="ink" type="submit" busy={form.busy} needs={role.admin}>
            {words.save}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
