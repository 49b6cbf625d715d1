import React, { createContext, useContext, useMemo } from "react";
import { Body, Column, Container, Head, Heading, Hr, Html, Link, Preview, Row, Section, Text } from "@react-email/components";
import type { CSSProperties, ReactNode } from "react";

type Item = { sku: string; name: string; cents: number; quantity: number };
type ReceiptProps = { number: string; paidAt: string; items: Item[]; discount?: number };

const Currency = createContext("EUR");

const Money = ({ cents }: { cents: number }) => {
  const currency = useContext(Currency);
  return <>{new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100)}</>;
};

function Line({ label, children, strong = false }: { label: ReactNode; children: ReactNode; strong?: boolean }) {
  const style: CSSProperties = { fontWeight: strong ? 700 : 400, padding: "6px 0" };
  return (
    <Row>
      <Column style={style}>{label}</Column>
      <Column align="right" style={style}>
        {children}
      </Column>
    </Row>
  );
}

export default function Receipt({ number, paidAt, items, discount }: ReceiptProps) {
  const total = useMemo(() => items.reduce((sum, item) => sum + item.cents * item.quantity, 0), [items]);
  return (
    <Html lang="en">
      <Head>
        <title>{`Receipt ${number}`}</title>
      </Head>
      <Preview>{`Your receipt ${number}`}</Preview>
      <Body style={{ fontFamily: "Georgia, serif", margin: 0 }}>
        <Container>
          <Heading mb={0}>Receipt {number}</Heading>
          <Text>Paid on {new Date(paidAt).toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric" })}</Text>
          <Currency.Provider value="USD">
            <Section>
              {items.map(({ sku, name, cents, quantity }) => (
                <Line key={sku} label={quantity > 1 ? `${quantity} × ${name}` : name}>
                  <Money cents={cents * quantity} />
                </Line>
              ))}
              {discount ? (
                <Line label="Discount">
                  <Money cents={-discount} />
                </Line>
              ) : null}
            </Section>
            <Hr style={{ borderColor: "#ccc" }} />
            <Line label="Total" strong>
              <Money cents={total - (discount ?? 0)} />
            </Line>
          </Currency.Provider>
          <Text style={{ color: "#666", margin: "24px 0 0" }}>
            Not yours? <Link href={`https://shop.example.com/receipts/${encodeURIComponent(number)}?from=mail&lang=en`}>Tell us</Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

Receipt.PreviewProps = {
  number: "R/2024-17",
  paidAt: "2024-05-31T09:30:00Z",
  discount: 500,
  items: [
    { sku: "tea", name: "Darjeeling <first flush>", cents: 1250, quantity: 2 },
    { sku: "cup", name: "Cup & saucer", cents: 119900, quantity: 1 },
  ],
} satisfies ReceiptProps;
