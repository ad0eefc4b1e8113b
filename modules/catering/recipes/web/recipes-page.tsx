/** The dishes with their recipes: quantities and cost per head. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Link } from "react-router-dom"
import { pathOf, useApi, useCommand } from "../../web/client.ts"
import { inWords, mealTypes, type Recipe, recipeLists, titled } from "../../web/menu-labels.ts"
import "../../web/menus.css"

const RecipeDialog = lazyPart(() => import("./recipe-dialog.tsx"))
const RetireDialog = lazyPart(() => import("./retire-dialog.tsx"))

const listed = (words: readonly string[]) => (words.length === 0 ? <span className="muted">–</span> : words.map(inWords).join(", "))
const Cooked = ({ recipe }: { readonly recipe: Recipe }) => (
  <StatusMark status={recipe.isActive ? "active" : "inactive"} label={recipe.isActive ? "Active" : "Retired"} />
)

export const Component = () => {
  const { can } = useSession()
  const dialog = useDialog()
  const { siteId } = useWorkingSite()
  const plans = can("operations.supervise", "department.manage")
  const costOf = ({ id, costPerHead }: Recipe) => costPerHead && { name: "recipe.costPerHead", parameters: { id, siteId } }
  const create = () => dialog.open("new-recipe")
  useKeys("Recipes", plans ? { c: ["New recipe", create] } : {})
  const button = plans && (
    <Button kind="primary" onClick={create}>
      New Recipe
    </Button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/recipes")}
        noun={["recipe", "recipes"]}
        loading="Loading recipes..."
        rowId={({ id }) => String(id)}
        number={({ name }) => name}
        siteFilter
        actions={
          <>
            <Button asChild>
              <Link to="/catering/menus">Weekly Menu Planner</Link>
            </Button>
            {button}
          </>
        }
        views={[
          { id: "cooked", label: "Cooked", query: { status: "active" } },
          { id: "all", label: "All recipes" },
        ]}
        filters={[{ field: "mealType", label: "Meal", options: mealTypes.map((value) => ({ value, label: titled(value) })) }]}
        columns={[
          { id: "name", header: "Dish", cell: ({ name }) => name, sort: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "mealTypes", header: "Meals", cell: ({ mealTypes }) => mealTypes.map(titled).join(", ") },
          { id: "allergens", header: "Contains", cell: ({ allergens }) => listed(allergens) },
          { id: "ingredients", header: "Ingredients", figure: ({ ingredients }) => ingredients.length },
          {
            id: "costPerHead",
            header: "Cost per person",
            money: ({ costPerHead }) => ({ amount: costPerHead, currency: "USD" }),
            noTotal: true,
            explain: costOf,
            sort: true,
          },
          { id: "isActive", header: "Status", cell: (recipe) => <Cooked recipe={recipe} /> },
        ]}
        card={(recipe) => ({
          title: recipe.name,
          mark: <Cooked recipe={recipe} />,
          text: recipe.mealTypes.map(titled).join(", "),
          figure: recipe.costPerHead === null ? undefined : <Money amount={recipe.costPerHead} currency="USD" />,
        })}
        empty={{ title: "No recipes yet", text: "A recipe lists the ingredients for one serving.", ...(button && { action: button }) }}
        drawer={(id, row, close) => <RecipeDrawer id={id} row={row} plans={plans} onClose={close} />}
      />
      {dialog.name === "new-recipe" && plans && <RecipeDialog onClose={dialog.close} />}
    </>
  )
}

interface DrawerProps {
  readonly id: string
  readonly row: Recipe | undefined
  readonly plans: boolean
  readonly onClose: () => void
}

const RecipeDrawer = ({ id, row, plans, onClose }: DrawerProps) => {
  const dialog = useDialog()
  const read = useApi("GET /api/recipes/:id", !row ? { id } : null)
  const recipe = row ?? read.data
  const restore = useCommand("PUT /api/recipes/:id/restore", {
    id,
    lists: recipeLists,
    done: "Recipe restored",
    failed: "Failed to restore the recipe",
  })
  if (!recipe) return null
  return (
    <>
      <Drawer
        title={recipe.name}
        subject={recipe.description}
        status={<Cooked recipe={recipe} />}
        onClose={onClose}
        actions={
          plans && (
            <>
              {recipe.isActive ? (
                <Button kind="danger" onClick={() => dialog.open("retire-recipe")}>
                  Retire
                </Button>
              ) : (
                <Button disabled={restore.pending} onClick={() => void restore.run()}>
                  Restore
                </Button>
              )}
              <Button kind="primary" onClick={() => dialog.open("change-recipe")}>
                Change
              </Button>
            </>
          )
        }
      >
        <section className="part">
          <KeyValues
            of={[
              ["Meals", recipe.mealTypes.map(titled).join(", ")],
              ["Contains", listed(recipe.allergens)],
              ["Suits", listed(recipe.diets)],
              ["Cost per person", recipe.costPerHead === null ? null : <Money key="cost" amount={recipe.costPerHead} currency="USD" />],
            ]}
          />
        </section>
        <section className="part">
          <h3>Per serving</h3>
          <DataTable
            label="Ingredients per serving"
            rows={recipe.ingredients}
            rowId={({ stockItemId }) => String(stockItemId)}
            columns={[
              { id: "name", header: "Item", cell: ({ name }) => name },
              { id: "quantity", header: "Quantity", figure: ({ quantity, unit }) => `${quantity} ${unit}` },
              { id: "cost", header: "Cost", money: ({ cost }) => ({ amount: cost, currency: "USD" }), noTotal: true },
            ]}
          />
        </section>
      </Drawer>
      {dialog.name === "change-recipe" && plans && <RecipeDialog recipe={recipe} onClose={dialog.close} />}
      {dialog.name === "retire-recipe" && plans && <RetireDialog recipe={recipe} onClose={dialog.close} />}
    </>
  )
}
