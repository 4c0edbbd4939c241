use proptest::prelude::*;

use super::*;

fn graph() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
    (1..14_usize).prop_flat_map(|nodes| (Just(nodes), proptest::collection::vec((0..nodes, 0..nodes), 0..30)))
}

fn laid_out(nodes: usize, edges: &[(usize, usize)]) -> (Vec<Size>, Layout) {
    let sizes: Vec<Size> =
        (0..nodes).map(|node| Size { width: 40.0 + 10.0 * f64::from(node as u32 % 4), height: 30.0 }).collect();
    let layout = layout(&sizes, edges, &[0]);
    (sizes, layout)
}

proptest! {
    #[test]
    fn nodes_lie_apart_and_inside((nodes, edges) in graph()) {
        let (sizes, layout) = laid_out(nodes, &edges);
        for (one, place) in layout.nodes.iter().enumerate() {
            prop_assert!(place.x - sizes[one].width / 2.0 > -1e-6 && place.y - sizes[one].height / 2.0 > -1e-6);
            prop_assert!(place.x + sizes[one].width / 2.0 < layout.size.width + 1e-6);
            prop_assert!(place.y + sizes[one].height / 2.0 < layout.size.height + 1e-6);
            for (other, second) in layout.nodes.iter().enumerate().skip(one + 1) {
                let beside = (place.x - second.x).abs() >= f64::midpoint(sizes[one].width, sizes[other].width);
                let above = (place.y - second.y).abs() >= f64::midpoint(sizes[one].height, sizes[other].height);
                prop_assert!(beside || above, "{one} and {other}");
            }
        }
    }

    #[test]
    fn edges_go_from_the_side_of_one_node_to_the_side_of_the_other((nodes, edges) in graph()) {
        let (sizes, layout) = laid_out(nodes, &edges);
        for ((from, to), points) in edges.iter().zip(&layout.edges) {
            prop_assert_eq!(points.is_empty(), from == to);
            let ends = points.first().into_iter().zip([from]).chain(points.last().into_iter().zip([to]));
            for (point, node) in ends {
                let (place, size) = (layout.nodes[*node], sizes[*node]);
                prop_assert!(((point.y - place.y).abs() - size.height / 2.0).abs() < 1e-6);
                prop_assert!((point.x - place.x).abs() <= size.width / 2.0);
            }
        }
    }

    #[test]
    fn the_same_graph_has_the_same_layout((nodes, edges) in graph()) {
        prop_assert_eq!(laid_out(nodes, &edges).1.edges, laid_out(nodes, &edges).1.edges);
    }
}

#[test]
fn a_chain_is_straight_and_leads_downwards() {
    let (_, layout) = laid_out(3, &[(0, 1), (1, 2)]);
    let x: Vec<f64> = layout.nodes.iter().map(|place| place.x - layout.nodes[0].x).collect();
    assert!(x.iter().all(|x| x.abs() < 1e-6), "{x:?}");
    assert!(layout.nodes[0].y < layout.nodes[1].y && layout.nodes[1].y < layout.nodes[2].y);
}
