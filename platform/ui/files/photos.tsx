/** Photos attached to a record, as thumbnails; pressing one shows it large with a download. */
import { useState } from "react"
import { href } from "../data/api.ts"
import { Button } from "../button.tsx"
import { Modal } from "../layers/modal.tsx"
import "./photo-field.css"

interface Photo {
  readonly id: number
  readonly name: string
}

const addressOf = ({ id }: Photo) => href(`/api/attachments/${id}/download`)

export const Photos = ({ of, label, signature }: { readonly of: ReadonlyArray<Photo>; readonly label: string; readonly signature?: boolean }) => {
  const [shown, setShown] = useState<Photo>()
  return (
    <>
      <ul className="photos" aria-label={label}>
        {of.map((photo, n) => (
          <li key={photo.id}>
            <button type="button" className="photo-open" onClick={() => setShown(photo)}>
              <img src={addressOf(photo)} alt={`${label} ${n + 1} of ${of.length}`} loading="lazy" className={signature ? "photo-signature" : undefined} />
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Modal title={label} onClose={() => setShown(undefined)} wide>
          <div className="modal-body">
            <img className="photo-large" src={addressOf(shown)} alt={shown.name} />
          </div>
          <footer className="modal-foot">
            <Button asChild>
              <a href={addressOf(shown)} download>
                Download
              </a>
            </Button>
          </footer>
        </Modal>
      )}
    </>
  )
}
