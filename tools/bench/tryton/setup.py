"""Gives a new Tryton database what the benchmark needs: a company with accounts, an open year, a supplier and a product. Prints their ids as JSON."""
import datetime
import json
import sys
from decimal import Decimal

from trytond.config import config

config.update_etc(sys.argv[1])
from trytond.pool import Pool
from trytond.transaction import Transaction

name = sys.argv[2]
Pool.start()
pool = Pool(name)
pool.init()

with Transaction().start(name, 1, context={"active_test": False}) as transaction:
    get = pool.get
    (currency,) = get("currency.currency").create([{"name": "US Dollar", "code": "USD", "symbol": "$", "rounding": Decimal("0.01"), "digits": 2}]) \
        if not get("currency.currency").search([("code", "=", "USD")]) else get("currency.currency").search([("code", "=", "USD")])
    today = datetime.date.today()
    get("currency.currency.rate").create([{"currency": currency.id, "date": datetime.date(today.year, 1, 1), "rate": Decimal(1)}])
    ours, vendor = get("party.party").create([{"name": "Field Office", "addresses": [("create", [{}])]}, {"name": "Vendor", "addresses": [("create", [{}])]}])
    (company,) = get("company.company").create([{"party": ours.id, "currency": currency.id}])
    get("res.user").write([get("res.user")(1)], {"companies": [("add", [company.id])], "company": company.id})
    transaction.commit()

with Transaction().start(name, 1, context={"company": company.id}) as transaction:
    get = pool.get
    kinds = get("account.account.type").create(
        [
            {"name": "Payable", "company": company.id, "statement": "balance", "payable": True},
            {"name": "Receivable", "company": company.id, "statement": "balance", "receivable": True},
            {"name": "Expense", "company": company.id, "statement": "income", "expense": True},
            {"name": "Cash", "company": company.id, "statement": "balance"},
        ]
    )
    payable, receivable, expense, cash = get("account.account").create(
        [
            {"name": kind.name, "code": str(n), "company": company.id, "type": kind.id, "party_required": n < 2}
            for n, kind in enumerate(kinds)
        ]
    )
    get("party.party").write([get("party.party")(vendor.id)], {"account_payable": payable.id, "account_receivable": receivable.id})
    def sequence(of, **more):
        (kind,) = get("ir.sequence.type").search([("name", "=", of)])
        model = "ir.sequence.strict" if more.get("strict") else "ir.sequence"
        return get(model).create([{"name": of, "sequence_type": kind.id, "company": company.id}])[0]

    Year = get("account.fiscalyear")
    year = {
        "name": str(today.year),
        "start_date": datetime.date(today.year, 1, 1),
        "end_date": datetime.date(today.year, 12, 31),
        "company": company.id,
        "post_move_sequence": sequence("Account Move").id,
    }
    if "invoice_sequences" in Year._fields:
        strict = sequence("Invoice", strict=True).id
        year["invoice_sequences"] = [
            ("create", [{"company": company.id, **{f"{kind}_{what}_sequence": strict for kind in ("in", "out") for what in ("invoice", "credit_note")}}])
        ]
    (opened,) = Year.create([year])
    Year.create_period([opened])
    if "purchase_sequence" in get("purchase.configuration")._fields:
        configuration = get("purchase.configuration")(1)
        configuration.purchase_sequence = sequence("Purchase")
        configuration.save()
    (unit,) = get("product.uom").search([("symbol", "=", "kg")])
    (template,) = get("product.template").create(
        [{"name": "Rice", "type": "goods", "default_uom": unit.id, "purchasable": True, "purchase_uom": unit.id, "products": [("create", [{}])]}]
    )
    (journal, *_) = get("account.journal").search([("type", "=", "general")]) or get("account.journal").search([])
    (period,) = get("account.period").search([("start_date", "<=", today), ("end_date", ">=", today), ("type", "=", "standard")])
    (address,) = get("party.party")(vendor.id).addresses
    transaction.commit()
    print(
        json.dumps(
            {
                "company": company.id,
                "party": vendor.id,
                "address": address.id,
                "currency": currency.id,
                "product": template.products[0].id,
                "unit": unit.id,
                "expense": expense.id,
                "cash": cash.id,
                "journal": journal.id,
                "period": period.id,
            }
        )
    )
