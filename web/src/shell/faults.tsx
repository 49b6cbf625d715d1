import { Signpost } from 'lucide-react'
import { asProblem } from '@/api/problem'
import { Button } from '@/ui/button'
import { Empty, Failed } from '@/ui/states'
import { Screen } from './screen'

/** Stands inside the shell, so that everything else is one click away. */
export function NotFound() {
  return (
    <Screen title="There is no such page">
      <Empty
        icon={Signpost}
        title="Nothing lives at this address"
        about="It may be mistyped, or what it led to was deleted."
        act={<Button to="/">Go home</Button>}
      />
    </Screen>
  )
}

/** A screen that could not be drawn, or whose code did not come. */
export function ScreenFailed({ error, reset }: { error: unknown; reset: () => void }) {
  return <Failed problem={asProblem(error)} again={reset} />
}
