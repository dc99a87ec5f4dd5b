import { notFound } from 'next/navigation'

/** Every address that is no page: within the frame. */
export default function MissingPage() {
  notFound()
}
