import { Outlet } from '@tanstack/react-router'
import { Screen } from '@/shell/screen'
import { settingsTabs } from '@/shell/screens'
import { ScreenTabs } from '@/ui/tabs'

export function SettingsScreen() {
  return (
    <Screen title="Settings">
      <ScreenTabs label="Parts of the settings" tabs={settingsTabs} />
      <div className="grid min-w-0 gap-[14px]">
        <Outlet />
      </div>
    </Screen>
  )
}
