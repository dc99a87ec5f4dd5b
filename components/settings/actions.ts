'use server'

import { cookies } from 'next/headers'
import { z } from 'zod'
import { KEPT_SECONDS, THEMES } from '@/components/frame/kept'
import { LOCALES } from '@/lib/text/locale'

const choice = z
  .object({
    theme: z.enum(THEMES),
    locale: z.enum(LOCALES),
    'single-keys': z.enum(['on', 'off']),
  })
  .partial()

/** Keeps for this browser what a form chose of its pages' looks. */
export async function keepChoice(form: FormData): Promise<void> {
  const jar = await cookies()
  for (const [name, value] of Object.entries(choice.parse(Object.fromEntries(form)))) {
    jar.set(name, value, { maxAge: KEPT_SECONDS, sameSite: 'lax', path: '/' })
  }
}
