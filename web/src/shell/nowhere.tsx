import { useQueryClient } from '@tanstack/react-query'
import { signOut } from '@/api/session'
import { Question } from '@/features/entrance/entrance'
import { Button } from '@/ui/button'
import { toldProblem } from '@/ui/toast'

/** Signed in, and a member of nothing: removed, or the organization was deleted. */
export function Nowhere({ email }: { email: string }) {
  const cache = useQueryClient()
  return (
    <Question title="There is nothing here for you yet" about={`${email} belongs to no organization. Ask somebody to invite you.`}>
      <Button onClick={() => void signOut(cache).catch(toldProblem)}>Sign out</Button>
    </Question>
  )
}
