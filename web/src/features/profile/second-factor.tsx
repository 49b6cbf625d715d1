import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { offerSecondFactor, useConfirmSecondFactor, useNewRecoveryCodes, useRemoveSecondFactor, useSecondFactor } from '@/api/profile'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Confirm } from '@/ui/confirm'
import { CopyField } from '@/ui/copy-field'
import { Acts, Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { Loaded } from '@/ui/loaded'
import { QrCode } from '@/ui/qr-code'
import { FormSkeleton } from '@/ui/skeleton'
import { toldProblem } from '@/ui/toast'
import { RecoveryCodes } from './recovery-codes'
import { words } from './words'

const said = words.factor

export function SecondFactorCard() {
  const factor = useSecondFactor()
  const remove = useRemoveSecondFactor()
  const renew = useNewRecoveryCodes()
  const [offer, setOffer] = useState<{ secret: string; url: string }>()
  const [codes, setCodes] = useState<string[]>()
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    await offerSecondFactor().then(setOffer, toldProblem)
    setBusy(false)
  }

  return (
    <Card title={said.title} act={factor.data?.enabled && <Badge kind="good">On</Badge>}>
      <Loaded of={factor} skeleton={<FormSkeleton fields={1} />}>
        {({ enabled, recoveryCodesLeft }) =>
          enabled ? (
            <>
              <p className="text-ink-2">{said.on}</p>
              <p className="mt-[4px] text-ink-2">{said.codesLeft(recoveryCodesLeft)}</p>
              <Acts>
                <Confirm
                  button={{ kind: 'danger', children: said.remove }}
                  title="Switch the second factor off?"
                  about={said.removeAbout}
                  verb={said.remove}
                  act={() => remove.mutateAsync()}
                />
                <Button
                  busy={renew.isPending}
                  onClick={() => renew.mutate(undefined, { onSuccess: (made) => setCodes(made.recoveryCodes), onError: toldProblem })}
                >
                  {said.newCodes}
                </Button>
              </Acts>
            </>
          ) : (
            <>
              <p className="text-ink-2">{said.off}</p>
              <Acts>
                <Button icon={ShieldCheck} busy={busy} onClick={() => void begin()}>
                  {said.setUp}
                </Button>
              </Acts>
            </>
          )
        }
      </Loaded>
      {offer && (
        <SetUp
          offer={offer}
          close={() => setOffer(undefined)}
          done={(made) => {
            setOffer(undefined)
            setCodes(made)
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(undefined)} />}
    </Card>
  )
}

interface SetUpProps {
  offer: { secret: string; url: string }
  close: () => void
  done: (codes: string[]) => void
}

function SetUp({ offer, close, done }: SetUpProps) {
  const { mutateAsync } = useConfirmSecondFactor()
  const form = useServerForm({
    defaults: { code: '' },
    save: ({ code }) => mutateAsync(code.replaceAll(' ', '')),
    done: (made) => done(made.recoveryCodes),
  })
  return (
    <Dialog open onClose={close} title={said.title} about={said.scan}>
      <Form form={form}>
        <div className="grid justify-center">
          <QrCode text={offer.url} label="Code to scan with an authenticator app" />
        </div>
        <div className="grid gap-[5px]">
          <span className="text-small text-ink-3">{said.byHand}</span>
          <CopyField text={offer.secret} label="Secret" />
        </div>
        <Field name="code" label={said.code} mono inputMode="numeric" autoComplete="one-time-code" maxLength={12} focused />
        <FormActs form={form} verb={said.confirm} cancel={close} />
      </Form>
    </Dialog>
  )
}
