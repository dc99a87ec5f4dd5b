'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { command } from '@/components/commands/command'
import { everyPage } from '@/components/commands/shown-on'
import { texts } from '@/components/i18n/server-texts'
import { sessionCommand } from '@/components/session/session-command'
import { createSession } from '@/lib/agent/create-session'
import { sendMessages } from '@/lib/agent/send-messages'
import { checkedSettings, PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { database } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { freeStoreName } from '@/lib/store/stores/store-names'
import { titleOf } from '@/lib/text/title-of'
import { openSample } from '@/lib/sample/open-sample'

/** Tells the practice agent something, in a session with a store of its own; answers its id. */
export const practiceAction = sessionCommand(
  z.string().trim().min(1),
  async (message) => {
    const t = await texts()
    const store = await createStore(database(), { name: t('Welcome.practiceStore') })
    const session = await createSession(database(), {
      title: titleOf(message),
      settings: checkedSettings({ model: PRACTICE_MODEL }),
      stores: [{ storeId: store.id }],
      openedBy: PERSON.actor,
    })
    await sendMessages(database(), session.id, [[message]])
    return session.id
  },
  everyPage,
)

/**
 * Opens the sample as a new store, by its own name if none is given, and with a number if another is
 * called so; answers its id.
 */
export const openSampleAction = command(
  z.object({ name: z.string().trim() }),
  async ({ name }) => {
    const t = await texts()
    const { id } = await openSample(database(), {
      name: name === '' ? await freeStoreName(database(), t('Welcome.sampleStore')) : name,
      description: t('Welcome.sampleAbout'),
      cause: PERSON,
    })
    return id
  },
  everyPage,
)
