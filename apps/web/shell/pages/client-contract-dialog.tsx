/** Signs a contract with a client who was a prospect: the client dialog, for people coming from sales. */
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import type { clients } from "@ops/clients/resource.ts"
import ContractDialog from "@ops/clients/contracts/web/contract-dialog.tsx"

export default function ClientContractDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: client } = useApiQuery<(typeof clients)["Row"]>(`/api/clients/${id}`)
  return client ? <ContractDialog client={client} onClose={onClose} /> : null
}
