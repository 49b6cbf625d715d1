import { useRotateKey, type ApiKey, type NewApiKey } from '@/api/keys'
import { SelectField } from '@/ui/choices'
import { Dialog } from '@/ui/dialog'
import { Form, FormActs, useServerForm } from '@/ui/form'
import { OVERLAPS, words } from './words'

interface RotateKeyProps {
  apiKey: ApiKey
  close: () => void
  done: (key: NewApiKey) => void
}

export function RotateKey({ apiKey, close, done }: RotateKeyProps) {
  const { mutateAsync } = useRotateKey()
  const form = useServerForm({
    defaults: { overlapMinutes: '60' },
    save: ({ overlapMinutes }, key) => mutateAsync({ keyId: apiKey.keyId, overlapMinutes: Number(overlapMinutes), key }),
    done,
  })
  return (
    <Dialog open onClose={close} title={words.rotateTitle(apiKey.name)} about={words.rotateAbout}>
      <Form form={form}>
        <SelectField name="overlapMinutes" label={words.overlap} options={OVERLAPS} />
        <FormActs form={form} verb={words.rotate} cancel={close} />
      </Form>
    </Dialog>
  )
}
