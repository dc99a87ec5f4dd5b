'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { LOCALE_COOKIE } from '@/components/i18n/server-texts'
import { LOCALES } from '@/lib/text/locale'

const YEAR_SECONDS = 365 * 24 * 3600

/** Stores this browser's language: the form's `locale`. */
export async function chooseLanguageAction(form: FormData): Promise<void> {
  const locale = z.enum(LOCALES).parse(form.get('locale'))
  const options = { maxAge: YEAR_SECONDS, sameSite: 'lax', path: '/' } as const
  ;(await cookies()).set(LOCALE_COOKIE, locale, options)
}
