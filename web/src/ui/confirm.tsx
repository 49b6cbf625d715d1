import { useState, type ReactNode } from 'react'
import type { Problem } from '@/api/problem'
import { asProblem } from '@/api/problem'
import { Button, type ButtonProps } from './button'
import { Acts, Dialog } from './dialog'
import { ProblemNotice } from './problem-notice'

export interface ConfirmProps {
  button: Omit<ButtonProps, 'onClick' | 'to'>
  title: string
  /** What will be gone, with its count. */
  about: ReactNode
  verb: string
  act: () => Promise<unknown>
}

/** A button for what cannot be undone: says what will be gone, and asks once. */
export function Confirm({ button, title, about, verb, act }: ConfirmProps) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()

  async function run() {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
      setOpen(false)
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={title} about={about}>
        {problem && <ProblemNotice problem={problem} />}
        <Acts>
          <Button onClick={() => setOpen(false)}>Keep</Button>
          <Button kind="danger" busy={busy} onClick={() => void run()}>
            {verb}
          </Button>
        </Acts>
      </Dialog>
    </>
  )
}
