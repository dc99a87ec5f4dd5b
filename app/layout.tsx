import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { requestLocale, texts } from '@/components/i18n/server-texts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const t = await texts()
  return {
    title: { default: 'Palimpsest', template: '%s · Palimpsest' },
    description: t('App.description'),
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang={await requestLocale()}>
      <body>{children}</body>
    </html>
  )
}
