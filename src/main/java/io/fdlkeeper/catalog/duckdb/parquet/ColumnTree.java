package io.fdlkeeper.catalog.duckdb.parquet;

import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Kind;
import io.fdlkeeper.catalog.duckdb.parquet.ParquetColumn.Leaves;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Makes columns of the elements of a Parquet schema, which come in depth-first order.
 *
 * <p>Lists and maps have elements of their own between them and their parts, in several shapes; the type DuckDB gives each element tells
 * which.
 */
final class ColumnTree {

    private static final String LIST = "[]";
    private static final String STRUCT = "STRUCT(";
    private static final String MAP = "MAP(";

    private final List<Element> elements;
    private int at;
    private int leaves;

    /** @param parts how many elements directly below it follow */
    record Element(String name, OptionalLong fieldId, String type, int parts) {}

    private record Node(Element element, List<Node> parts, Leaves leaves) {

        String type() {
            return element.type();
        }

        ParquetColumn as(Kind kind, List<ParquetColumn> columns) {
            return new ParquetColumn(element.name(), element.fieldId(), type(), kind, columns, leaves);
        }
    }

    private ColumnTree(List<Element> elements) {
        this.elements = elements;
    }

    /** @param elements the root first */
    static List<ParquetColumn> of(List<Element> elements) throws UnreadableParquetException {
        ColumnTree tree = new ColumnTree(elements);
        Node root = tree.next();
        if (tree.at != elements.size()) {
            throw new UnreadableParquetException("its schema has elements of no column");
        }
        return root.parts().stream().map(ColumnTree::column).toList();
    }

    private Node next() throws UnreadableParquetException {
        if (at >= elements.size()) {
            throw new UnreadableParquetException("its schema breaks off");
        }
        Element element = elements.get(at++);
        int first = leaves;
        List<Node> parts = new ArrayList<>();
        for (int i = 0; i < element.parts(); i++) {
            parts.add(next());
        }
        if (parts.isEmpty()) {
            leaves++;
        }
        return new Node(element, parts, new Leaves(first, leaves - first));
    }

    private static ParquetColumn column(Node node) {
        String type = node.type();
        if (node.parts().isEmpty()) {
            return node.as(Kind.PLAIN, List.of());
        }
        if (type.endsWith(LIST)) {
            return list(node, type.substring(0, type.length() - LIST.length()));
        }
        if (type.startsWith(MAP)) {
            List<Node> entry = node.parts().get(0).parts();
            return entry.size() == 2 ? node.as(Kind.MAP, columns(entry)) : node.as(Kind.PLAIN, List.of());
        }
        return type.startsWith(STRUCT) ? node.as(Kind.STRUCT, columns(node.parts())) : node.as(Kind.PLAIN, List.of());
    }

    private static ParquetColumn list(Node node, String elementType) {
        Node below = node;
        while (below.parts().size() == 1) {
            below = below.parts().get(0);
            if (below.type().equals(elementType)) {
                return node.as(Kind.LIST, List.of(column(below)));
            }
        }
        if (below.parts().size() > 1 && elementType.startsWith(STRUCT)) {
            // The repeated element is the struct itself.
            ParquetColumn struct = new ParquetColumn(
                    below.element().name(),
                    below.element().fieldId(),
                    elementType,
                    Kind.STRUCT,
                    columns(below.parts()),
                    below.leaves());
            return node.as(Kind.LIST, List.of(struct));
        }
        return node.as(Kind.PLAIN, List.of());
    }

    private static List<ParquetColumn> columns(List<Node> nodes) {
        return nodes.stream().map(ColumnTree::column).toList();
    }
}
