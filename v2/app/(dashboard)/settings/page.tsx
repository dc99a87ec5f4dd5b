import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { Page, PageHead, PageSection } from '@/components/frame/page'
import { DataFacts, EnvironmentFacts } from '@/components/settings/installation'
import { Appearance } from '@/components/theme/appearance'
import { areSingleKeysOn, SINGLE_KEYS_COOKIE, THEME_COOKIE, themeOf } from '@/components/theme/kept'
import { environmentSettings } from '@/lib/settings'
import { VERSION } from '@/lib/version'
import { readInstallation } from './read-installation'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Installation'))('title') }
}

/** How is it set, is it healthy? */
export default async function SettingsPage() {
  const t = await getTranslations('Installation')
  const ofLook = await getTranslations('Look')
  const ofEnvironment = await getTranslations('Environment')
  const kept = await cookies()
  return (
    <Page kind="index">
      <PageHead title={t('title')} meta={t('about', { version: VERSION })} />
      <PageSection title={ofLook('title')} note={ofLook('about')}>
        <Appearance
          theme={themeOf(kept.get(THEME_COOKIE)?.value)}
          hasSingleKeys={areSingleKeysOn(kept.get(SINGLE_KEYS_COOKIE)?.value)}
        />
      </PageSection>
      <PageSection title={t('data')}>
        <DataFacts facts={await readInstallation()} />
      </PageSection>
      <PageSection title={ofEnvironment('title')} note={ofEnvironment('about')}>
        <EnvironmentFacts settings={environmentSettings()} />
      </PageSection>
    </Page>
  )
}
