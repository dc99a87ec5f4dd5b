import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { requestLocale, texts } from '@/components/i18n/server-texts'
import { THEME_COOKIE, themeOf } from '@/components/theme/theme'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await texts()
  return {
    title: { default: 'Palimpsest', template: '%s · Palimpsest' },
    description: t('App.description'),
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = themeOf((await cookies()).get(THEME_COOKIE)?.value)
  return (
    <html lang={await requestLocale()} data-theme={theme === 'system' ? undefined : theme}>
      <body>{children}</body>
    </html>
  )
}
