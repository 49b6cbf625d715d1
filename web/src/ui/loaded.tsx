import { Fragment, type ReactNode } from 'react'
import { asProblem } from '@/api/problem'
import { Button } from './button'
import { Notice } from './notice'
import { Failed } from './states'

/** What a query of the cache tells; narrower than the library's type, so that anything of that shape can be shown. */
export interface Answer<D> {
  data: D | undefined
  error: unknown
  isPending: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  refetch: () => unknown
}

export interface LoadedProps<D> {
  of: Answer<D>
  skeleton: ReactNode
  /** Shown when the answer is an empty list. */
  empty?: ReactNode
  children: (data: D) => ReactNode
}

/** Loading is not empty, and what was loaded stays when a later try fails. */
export function Loaded<D>({ of, skeleton, empty, children }: LoadedProps<D>) {
  if (of.data === undefined) {
    if (of.error) return <Failed problem={asProblem(of.error)} again={() => void of.refetch()} />
    return (
      <div aria-busy="true">
        <span className="sr-only" role="status">
          Loading
        </span>
        {skeleton}
      </div>
    )
  }
  const failed = of.error !== null && of.error !== undefined
  return (
    <Fragment>
      {failed && (
        <div className="mb-[12px]">
          <Notice
            kind="warn"
            act={
              <Button small onClick={() => void of.refetch()}>
                Try again
              </Button>
            }
          >
            {asProblem(of.error).message} What you see is from before.
          </Notice>
        </div>
      )}
      {empty && Array.isArray(of.data) && of.data.length === 0 ? empty : children(of.data)}
    </Fragment>
  )
}
