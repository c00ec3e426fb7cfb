package io.fdlkeeper.store.s3.fake;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/** Writes one answer in S3's XML, and reads what a client sends. */
final class Xml {

    private static final String NAMESPACE = " xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"";

    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    private final String root;

    Xml(String root) {
        this.root = root;
        text.append('<')
                .append(root)
                .append(root.equals("Error") ? "" : NAMESPACE)
                .append('>');
    }

    Xml text(String name, String value) {
        text.append('<').append(name).append('>');
        escape(value);
        text.append("</").append(name).append('>');
        return this;
    }

    Xml text(String name, long value) {
        return text(name, Long.toString(value));
    }

    Xml open(String name) {
        text.append('<').append(name).append('>');
        return this;
    }

    Xml close(String name) {
        text.append("</").append(name).append('>');
        return this;
    }

    String end() {
        return text.append("</").append(root).append('>').toString();
    }

    /** A character that XML cannot carry is written as a reference all the same, as AWS does: then no parser takes the page. */
    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                default -> {
                    if (c < ' ' || c == '\u007f' || c >= '\ufffe') {
                        text.append("&#x").append(Integer.toHexString(c)).append(';');
                    } else {
                        text.append(c);
                    }
                }
            }
        }
    }

    static Document parsed(byte[] body) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new ByteArrayInputStream(body));
        } catch (SAXException e) {
            throw malformed();
        } catch (IOException | ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    static S3Refusal malformed() {
        return new S3Refusal(
                400,
                "MalformedXML",
                "The XML you provided was not well-formed or did not validate against our published schema");
    }

    /** Returns the text of the first child with this name; empty when there is none. */
    static String child(Element parent, String name) {
        var found = parent.getElementsByTagName(name);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent();
    }
}
