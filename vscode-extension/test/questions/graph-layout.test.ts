import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, nearest } from "../../webview/graph/layout";

const BOX = { width: 100, height: 40 };
const LINKS = [
  { from: 0, to: 1, label: undefined },
  { from: 1, to: 2, label: { width: 20, height: 17 } },
  { from: 2, to: 0, label: undefined },
  { from: 1, to: 1, label: undefined },
  { from: 0, to: 1, label: undefined },
];

test("shapes are in layers, in the picture, and do not touch", () => {
  const { size, shapes, arrows } = layOut([BOX, BOX, BOX, BOX], LINKS);
  assert.ok((shapes[0]?.y ?? 0) + BOX.height < (shapes[1]?.y ?? 0));
  assert.ok((shapes[1]?.y ?? 0) + BOX.height < (shapes[2]?.y ?? 0));
  for (const { x, y } of shapes) {
    assert.ok(x >= BOX.width / 2 && x + BOX.width / 2 <= size.width && y + BOX.height / 2 <= size.height);
  }
  assert.equal(arrows.length, LINKS.length);
  assert.ok(arrows.every(({ points }) => points.length >= 2));
});

test("the same graph has the same layout", () => {
  assert.deepEqual(layOut([BOX, BOX, BOX], LINKS), layOut([BOX, BOX, BOX], LINKS));
});

test("a graph without arrows, and one without shapes, have a layout", () => {
  assert.equal(layOut([BOX], []).shapes.length, 1);
  assert.equal(layOut([], []).shapes.length, 0);
});

test("a start is above what leads back to it", () => {
  const { shapes, arrows } = layOut([BOX, BOX], [{ from: 1, to: 0, label: undefined }], new Set([0]));
  assert.ok((shapes[0]?.y ?? 0) < (shapes[1]?.y ?? 0));
  const points = arrows[0]?.points ?? [];
  assert.ok((points[0]?.y ?? 0) > (points.at(-1)?.y ?? 0));
});

test("the arrow keys lead to the nearest shape in their direction", () => {
  const shapes = [
    { x: 0, y: 0 },
    { x: 10, y: 50 },
    { x: 90, y: 50 },
  ];
  assert.equal(nearest(shapes, 0, { x: 0, y: 1 }), 1);
  assert.equal(nearest(shapes, 1, { x: 1, y: 0 }), 2);
  assert.equal(nearest(shapes, 0, { x: 0, y: -1 }), undefined);
});

test("parts that nothing connects fill rows, and do not touch", () => {
  const many = 40;
  const sizes = Array.from({ length: 2 * many }, () => BOX);
  const links = Array.from({ length: many }, (_, index) => ({ from: index, to: many + index, label: undefined }));
  const { size, shapes, arrows } = layOut(sizes, links);
  assert.ok(size.width / size.height > 0.8 && size.width / size.height < 3, `${size.width} x ${size.height}`);
  for (const [index, { from, to }] of links.entries()) {
    const points = arrows[index]?.points ?? [];
    assert.ok((points[0]?.y ?? 0) >= (shapes[from]?.y ?? 0) && (points.at(-1)?.y ?? 0) <= (shapes[to]?.y ?? 0));
  }
  for (const [index, one] of shapes.entries()) {
    for (const other of shapes.slice(index + 1)) {
      assert.ok(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height);
    }
  }
});
