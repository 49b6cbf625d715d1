import { Appearance } from './appearance'
import { PasswordCard } from './password'
import { SecondFactorCard } from './second-factor'
import { SessionsCard } from './sessions'
import { NameCard } from './name'

export function ProfileTab() {
  return (
    <>
      <div className="grid items-start gap-[14px] wide:grid-cols-2">
        <NameCard />
        <PasswordCard />
        <SecondFactorCard />
        <Appearance />
      </div>
      <SessionsCard />
    </>
  )
}
