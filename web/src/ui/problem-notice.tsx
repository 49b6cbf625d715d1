import type { Problem } from '@/api/problem'
import { Notice } from './notice'
import { WithCode } from './with-code'

/** What the server says that went wrong, and what helps. */
export function ProblemNotice({ problem }: { problem: Problem }) {
  return (
    <Notice kind="bad">
      <strong className="font-semibold">
        <WithCode text={problem.message} />
      </strong>
      {problem.suggestion && (
        <p>
          <WithCode text={problem.suggestion} />
        </p>
      )}
      {problem.requestId && problem.status >= 500 && <p className="mono mt-[2px]">{problem.requestId}</p>}
    </Notice>
  )
}
