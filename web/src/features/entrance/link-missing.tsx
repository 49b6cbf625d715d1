import { Button } from '@/ui/button'
import { Question } from './entrance'
import { words } from './words'

/** The address was opened without what stands behind its `#`, or with one that does not hold any more. */
export function LinkMissing({ about = words.link.about }: { about?: string | undefined }) {
  return (
    <Question title={words.link.title} about={about}>
      <Button to="/">{words.link.home}</Button>
    </Question>
  )
}
