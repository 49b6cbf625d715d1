import { asProblem } from '@/api/problem'
import { Button } from '@/ui/button'
import { Empty, Failed } from '@/ui/states'

export function NotFound() {
  return (
    <Empty
      title="There is no such page"
      about="The address may be mistyped, or what it led to was deleted."
      act={<Button to="/">Go home</Button>}
    />
  )
}

/** A screen that could not be drawn, or whose code did not come. */
export function ScreenFailed({ error, reset }: { error: unknown; reset: () => void }) {
  return <Failed problem={asProblem(error)} again={reset} />
}
