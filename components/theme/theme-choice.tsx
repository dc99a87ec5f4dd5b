import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { chooseThemeAction } from './actions'
import { type Theme, THEMES } from './theme'

/** The pictures show a theme as it looks, so their colours follow no theme. */
const PICTURES: Record<Theme, string> = {
  system: 'bg-[linear-gradient(90deg,#fff_50%,#141619_50%)]',
  light: 'bg-white',
  dark: 'bg-[#141619]',
}

/** Chooses how the dashboard looks in this browser. Works without a script. */
export async function ThemeChoice({ theme }: { theme: Theme }) {
  const t = await texts()
  return (
    <form action={chooseThemeAction}>
      <fieldset className="flex gap-2">
        <legend className="sr-only">{t('Look.theme')}</legend>
        {THEMES.map((each) => (
          <button
            key={each}
            type="submit"
            name="theme"
            value={each}
            aria-pressed={each === theme}
            className="group grid cursor-pointer justify-items-center gap-1 rounded-card p-1 text-xs text-ink-2 hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
          >
            <span
              aria-hidden
              className={classNames(
                'grid h-10 w-19 content-center gap-1 rounded-control px-3 shadow-[0_0_0_1px_var(--control)] group-aria-pressed:shadow-[0_0_0_2px_var(--accent)]',
                PICTURES[each],
              )}
            >
              <i className="block h-1 rounded-full bg-[#85878d]" />
              <i className="block h-1 w-2/3 rounded-full bg-[#85878d]" />
            </span>
            {t(`Look.${each}`)}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
