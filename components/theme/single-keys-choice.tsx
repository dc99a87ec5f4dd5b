import { texts } from '@/components/i18n/server-texts'
import { SwitchBody, switchLook } from '@/components/ui/switch'
import { chooseSingleKeysAction } from './actions'

/** Switches the shortcuts of one letter or sign on and off in this browser. Works without a script. */
export async function SingleKeysChoice({ isOn }: { isOn: boolean }) {
  const t = await texts()
  return (
    <form action={chooseSingleKeysAction}>
      <input type="hidden" name="keys" value={isOn ? 'off' : 'on'} />
      <button type="submit" role="switch" aria-checked={isOn} className={switchLook}>
        <SwitchBody isOn={isOn} />
        <span aria-hidden>{t(isOn ? 'Look.on' : 'Look.off')}</span>
        <span className="sr-only">{t('Look.keys')}</span>
      </button>
    </form>
  )
}
