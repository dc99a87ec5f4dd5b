import { describe, expect, test } from 'vitest'
import type { AttachedStore } from './session'
import { checkedSettings } from './session-settings'
import { systemPrompt } from './system-prompt'

const store = (name: string, more: Partial<AttachedStore> = {}): AttachedStore => ({
  storeId: `memstore_${name}`,
  name,
  description: '',
  access: 'read_write',
  instructions: '',
  mountName: name.toLowerCase(),
  ...more,
})
const settings = (more: object = {}) => checkedSettings({ model: 'm', ...more })

describe('the system prompt', () => {
  test('has the memory protocol: look first, write as you go, all else may be lost', () => {
    const prompt = systemPrompt(settings(), [store('Notes')])
    expect(prompt).toContain('Before anything else, view your memory directory /memories')
    expect(prompt).toContain('record what you find out')
    expect(prompt).toContain('can be cut off at any moment')
  })

  test('lists each store: name, path, access, description, instructions', () => {
    const prompt = systemPrompt(settings(), [
      store('Notes', { description: 'What we know', instructions: 'One file a topic' }),
      store('Rules', { access: 'read_only' }),
    ])
    expect(prompt).toContain('- Notes (/memories/notes, read and write): What we know')
    expect(prompt).toContain('How to use it: One file a topic')
    expect(prompt).toContain('- Rules (/memories/rules, read only)')
  })

  test('follows its two switches', () => {
    const plain = systemPrompt(settings(), [store('Notes')])
    expect(plain).not.toContain('tidy')
    const both = settings({ keepTidy: true, onlyTopic: 'the release' })
    const prompt = systemPrompt(both, [store('Notes')])
    expect(prompt).toContain('Keep the folder tidy')
    expect(prompt).toContain('only what concerns this topic')
    expect(prompt).toContain('the release')
  })

  test('begins with the person’s instructions, and their memory prompt replaces the generated one', () => {
    const own = settings({ instructions: 'Be brief.', memoryPrompt: 'Look at /memories.' })
    expect(systemPrompt(own, [store('Notes')])).toBe('Be brief.\n\nLook at /memories.')
  })

  test('names the stores as the six tools do', () => {
    const prompt = systemPrompt(settings({ toolSet: 'documents' }), [store('Notes')])
    expect(prompt).toContain('memory_list')
    expect(prompt).toContain('store "notes"')
  })

  test('does not mention memory if no store is attached', () => {
    expect(systemPrompt(settings(), [])).toBe('')
  })
})
